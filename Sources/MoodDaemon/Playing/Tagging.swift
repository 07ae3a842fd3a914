import EventLoop
import Media
import Playback

/// Reads the tags of entries that were added without them, in the background, a part at a time.
@ControlActor
final class Tagging {
    /// Entries whose tags are still to be read, and the place of the next one.
    private var waiting: ArraySlice<EntryID> = []
    private let control: PlayerControl
    private let workers: FileWorkers
    private let reader = TrackReader()
    private var task: Task<Void, any Error>?

    /// Seconds of reading after which what was read is shown: clients hear of it twice a second at most.
    private nonisolated static let secondsPerPart = 0.5
    private static let mostPerPart = 2000

    init(control: PlayerControl, workers: FileWorkers) {
        self.control = control
        self.workers = workers
    }

    /// Reads the tags of so many entries with successive numbers.
    func read(from first: EntryID, count: Int) {
        read((first.rawValue..<first.rawValue + UInt32(count)).map(EntryID.init(rawValue:)))
    }

    /// Reads the tags of these entries, behind those that wait already.
    func read(_ entries: [EntryID]) {
        waiting += entries
        guard task == nil else { return }
        task = ControlActor.start { [self] in
            while !waiting.isEmpty { try await readPart() }
            waiting = []
            task = nil
            Heap.giveBack()
        }
    }

    private func readPart() async throws {
        let queue = control.player.queue
        let part = waiting.prefix(Self.mostPerPart).compactMap { queue.entry($0) }
        let reader = reader
        let (read, count) = try await workers.run { cancellation in Self.read(part, with: reader, cancellation) }
        // Entries that are gone by now were not in the part: they count as read.
        waiting = waiting.dropFirst(count == part.count ? Self.mostPerPart : count)
        if !read.isEmpty { _ = try? control.perform(.tracksRead(read)) }
    }

    private nonisolated static func read(
        _ entries: [Playback.Entry], with reader: TrackReader, _ cancellation: Cancellation
    ) -> ([EntryID: Track], Int) {
        let end = Clock.monotonicNanoseconds + Int64(secondsPerPart * 1e9)
        var read: [EntryID: Track] = [:]
        var count = 0
        for entry in entries {
            if cancellation.isCancelled || Clock.monotonicNanoseconds > end { break }
            count += 1
            guard let path = Location.path(uri: entry.track.uri), let track = try? reader.read(path) else { continue }
            let merged = track.merged(with: entry.track)
            if merged != entry.track { read[entry.id] = merged }
        }
        return (read, count)
    }
}
