/// Bytes in memory, as of a file that is whole, or of a station.
private final class Memory: ByteSource {
    let isComplete: Bool
    private let all: [UInt8]

    init(_ all: [UInt8], isComplete: Bool) {
        self.all = all
        self.isComplete = isComplete
    }

    var length: Int64? { isComplete ? reach : nil }
    var reach: Int64 { Int64(all.count) }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> ByteReading {
        precondition(offset >= 0, "there are no bytes in front of the first")
        guard offset < reach else { return .end }
        let piece = all[Int(offset)...].prefix(buffer.count)
        buffer.copyBytes(from: piece)
        return .bytes(piece.count)
    }

    func workerReader() -> FileReader? { nil }
    func fetchAhead() -> (@Sendable () -> Void)? { nil }
}

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
