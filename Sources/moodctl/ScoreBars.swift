import MoodProtocol

/// The outcome of a scan as a person sees it: a bar for each mood.
struct ScoreBars {
    /// Columns of a full bar.
    private static let columns = 24
    /// A column filled by eighths.
    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    let result: ScanResult

    /// A line for each mood, and one more if none was set.
    var text: String {
        let widest = MoodScores.moods.map(\.utf8CodeUnitCount).max() ?? 0
        var text = ""
        for (mood, score) in zip(MoodScores.moods, result.scores.values) {
            let percent = "\(Int((fraction(score) * 100).rounded()))%"
            text += padded(mood.description, to: widest) + "  " + padded(bar(score), to: Self.columns)
            text += "  " + String(repeating: " ", count: 4 - percent.count) + percent + "\n"
        }
        return result.mood == nil ? text + "uncertain: the mood stays as it is\n" : text
    }

    private func bar(_ score: Double) -> String {
        let filled = Int((fraction(score) * Double(Self.columns) * 8).rounded())
        return String(repeating: "█", count: filled / 8) + Self.eighths[filled % 8]
    }

    private func fraction(_ score: Double) -> Double { min(1, max(0, score)) }

    private func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - text.count))
    }
}
