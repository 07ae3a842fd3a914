import Playback

/// What reading from a source brought.
enum ByteReading: Equatable {
    /// So many bytes, at least one.
    case bytes(Int)
    /// They have not arrived yet.
    case wait
    /// There are none at this place or behind it.
    case end
    case failed(PlaybackFailure)
}

/// Where a decoder's bytes come from.
///
/// It never blocks for longer than a local disk does.
protocol ByteSource: AnyObject {
    /// What a person calls it, for messages: a file's name.
    var name: String { get }
    /// How many bytes there are; nil while that is unknown.
    var length: Int64? { get }

    /// Reads what is there at `offset`, at most as much as the buffer holds.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> ByteReading

    /// A second reader of the same bytes for a worker thread, which may block; nil if they are not at hand.
    func workerReader() -> FileReader?

    /// Work for a worker thread that brings near what will be read soon; nil while nothing is due.
    func fetchAhead() -> (@Sendable () -> Void)?
}

extension ByteSource {
    /// The bytes at `offset`, fewer at the end; for the few that tell what a file is.
    func bytes(at offset: Int64, count: Int) throws(PlaybackFailure) -> [UInt8] {
        var failure: PlaybackFailure?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                switch read(into: rest, at: offset + Int64(filled)) {
                case .bytes(let count): filled += count
                case .wait, .end: return
                case .failed(let reason):
                    failure = reason
                    return
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
