import JSON
import MoodProtocol

/// A track's lyrics, and which lines are sung when.
struct LyricSheet: Equatable, Sendable {
    let isSynced: Bool
    /// In the order of their times.
    let lines: [LyricsResult.Line]

    init(isSynced: Bool, lines: [LyricsResult.Line]) {
        self.isSynced = isSynced
        self.lines = lines
    }

    /// Reads the answer to `lyrics`.
    init(_ value: JSONValue) {
        isSynced = value["synced"]?.bool ?? false
        lines = (value["lines"]?.array ?? []).map {
            LyricsResult.Line(time: $0["time"]?.number, text: $0["text"]?.string ?? "")
        }
    }

    /// The lines that are sung at a time: one, or one with its translations; none before the first.
    func current(at position: Double) -> Range<Int>? {
        guard isSynced, let last = lines.lastIndex(where: { $0.time.map { $0 <= position } ?? false }) else {
            return nil
        }
        let first = lines[...last].lastIndex { $0.time != lines[last].time }
        return (first.map { $0 + 1 } ?? 0)..<(last + 1)
    }

    /// When the next line is sung.
    func nextTime(after position: Double) -> Double? {
        guard isSynced else { return nil }
        return lines.lazy.compactMap(\.time).first { $0 > position }
    }
}
