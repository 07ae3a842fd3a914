@testable import Audio

/// Called with each input: a file, which is played to its end, then from places in it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    for isComplete in [true, false] {
        let memory = Memory(input(start, count), isComplete: isComplete)
        guard let decoder = try? DecoderOpening.decoder(for: memory) else { continue }
        play(decoder)
        let length = decoder.length ?? 10_000
        for frame in [0, length / 2, length, length &+ 1] where frame >= 0 {
            if (try? decoder.seek(to: frame)) != nil { play(decoder) }
        }
        _ = decoder.bitrate
    }
    return 0
}

/// As many blocks as tell whether it goes on.
private func play(_ decoder: any Decoder) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 4096 * max(decoder.format.channels, 1)) { buffer in
        for _ in 0..<50 {
            guard case .frames(let frames) = decoder.decode(into: buffer) else { return }
            precondition((1...buffer.count / decoder.format.channels).contains(frames))
        }
    }
}
