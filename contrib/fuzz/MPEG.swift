@testable import Audio

/// Called with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    for isComplete in [true, false] {
        let memory = Memory(input(start, count), isComplete: isComplete)
        guard let preamble = try? Preamble.read(memory), let stream = try? MPEGStream.find(in: memory, behind: preamble)
        else { continue }
        precondition(stream.start >= preamble.start && (stream.length ?? 0) >= 0 && (stream.byteCount ?? 0) >= 0)
        _ = stream.bitrate
    }
    return 0
}
