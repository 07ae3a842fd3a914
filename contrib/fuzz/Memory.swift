@testable import Audio

/// Bytes in memory, as of a file that is whole, or of a station.
final class Memory: ByteSource {
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
