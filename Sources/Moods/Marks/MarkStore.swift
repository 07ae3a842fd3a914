import EventLoop
import Files

/// The user's marks, read when they are first needed and kept in a file of their own.
@ControlActor
public final class MarkStore {
    private let file: MarksFile
    private let workers: FileWorkers
    private var loaded: Marks?

    /// - Parameter path: where they are kept.
    public init(path: String, workers: FileWorkers) {
        file = MarksFile(path: path)
        self.workers = workers
    }

    /// The marks as they are.
    ///
    /// - Throws: `SystemFault` when the file is there and can't be read: then nothing is written to it either.
    public func marks() async throws -> Marks {
        if let loaded { return loaded }
        let file = file
        let marks = try await workers.run { _ in try file.read() }
        // Somebody else may have been quicker, and marked something since.
        let current = loaded ?? marks
        loaded = current
        return current
    }

    /// Whether a track is banned from a mood, as far as the marks have been read.
    func bans(_ key: MarkKey, in mood: String) -> Bool { loaded?.verdict(on: key, in: mood) == .ban }

    /// Marks tracks in a mood; it is written down when this returns.
    ///
    /// A verdict of nil takes marks away.
    ///
    /// - Returns: what was said of each before.
    /// - Throws: `SystemFault`, and then nothing is marked.
    @discardableResult
    public func set(
        _ verdict: Marks.Verdict?, on keys: [MarkKey], in mood: String
    ) async throws -> [(key: MarkKey, verdict: Marks.Verdict?)] {
        let former = try await marks()
        try write(verdict, on: keys, in: mood)
        return keys.map { ($0, former.verdict(on: $0, in: mood)) }
    }

    /// Brings back what was said of tracks before, as `set` told it.
    public func restore(_ former: [(key: MarkKey, verdict: Marks.Verdict?)], in mood: String) throws(SystemFault) {
        for verdict in [Marks.Verdict.like, .ban, nil] {
            try write(verdict, on: former.filter { $0.verdict == verdict }.map(\.key), in: mood)
        }
    }

    private func write(_ verdict: Marks.Verdict?, on keys: [MarkKey], in mood: String) throws(SystemFault) {
        guard !keys.isEmpty, var marks = loaded else { return }
        try file.append(verdict, on: keys, in: mood)
        for key in keys { marks.set(verdict, on: key, in: mood) }
        loaded = marks
    }
}
