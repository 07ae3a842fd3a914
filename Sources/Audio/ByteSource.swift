import Media
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

/// Why a look at a source's bytes told nothing.
enum Obstacle: Error, Equatable {
    /// They have not arrived yet; the same look may tell more later.
    case notYet
    case failed(PlaybackFailure)

    /// What it means where nothing more will arrive.
    var failure: PlaybackFailure {
        switch self {
        case .notYet: .unplayable(reason: "is cut off")
        case .failed(let failure): failure
        }
    }

    /// The track can't be played, for this reason.
    static func unplayable(_ reason: String) -> Obstacle { .failed(.unplayable(reason: reason)) }
}

/// Where a decoder's bytes come from.
///
/// It never blocks for longer than a local disk does.
protocol ByteSource: AnyObject {
    /// How many bytes there are; nil while that is unknown.
    var length: Int64? { get }
    /// Whether all of them are at hand, in any order.
    var isComplete: Bool { get }
    /// The place up to which they are at hand, from where they are read now.
    var reach: Int64 { get }

    /// Reads what is there at `offset`, at most as much as the buffer holds.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> ByteReading

    /// A second reader of the same bytes for a worker thread, which may block; nil if they are not at hand.
    func workerReader() -> FileReader?

    /// Work for a worker thread that brings near what will be read soon; nil while nothing is due.
    func fetchAhead() -> (@Sendable () -> Void)?
}

extension ByteSource {
    /// What the tags in it say, of the loudness too.
    func tags(decoder: TextDecoder = TextDecoder()) -> Tags {
        let file = RandomAccess(size: Int(clamping: length ?? 0)) { offset, count in
            (try? self.bytes(at: Int64(offset), count: count)) ?? []
        }
        return Tags.read(file, .replayGain, decoder: decoder)
    }

    /// The bytes at `offset`, fewer at the end; for the few that tell what a file is.
    func bytes(at offset: Int64, count: Int) throws(Obstacle) -> [UInt8] {
        var obstacle: Obstacle?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                switch read(into: rest, at: offset + Int64(filled)) {
                case .bytes(let count): filled += count
                case .end: return
                case .wait:
                    obstacle = .notYet
                    return
                case .failed(let failure):
                    obstacle = .failed(failure)
                    return
                }
            }
        }
        if let obstacle { throw obstacle }
        return bytes
    }
}
