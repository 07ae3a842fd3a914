import JSON
import MoodProtocol

/// What became of an addition, over all its requests.
struct AdditionOutcome {
    private(set) var result = AddResult()

    /// How many skipped items are told one by one.
    private static let shown = 10

    mutating func add(_ answer: Answer) throws(Fault) {
        let part = try answer.read { (reader) throws(JSONError) in try AddResult(reading: &reader) }
        result.added += part.added
        result.skipped += part.skipped.prefix(max(0, AddResult.mostSkipped - result.skipped.count))
        result.skippedCount += part.skippedCount
        result.version = part.version
    }

    /// The results as one.
    var answer: Answer {
        var writer = JSONWriter()
        result.write(to: &writer)
        return Answer(result: writer.bytes)
    }

    /// One line for each item that was skipped, under the name by which it was given; nil if none was.
    func complaint(_ name: (String) -> String) -> String? {
        guard result.skippedCount > 0 else { return nil }
        var lines = result.skipped.prefix(Self.shown).map { Text.clean("\(name($0.item)): \($0.reason)") }
        let rest = result.skippedCount - lines.count
        if rest > 0 { lines.append(lines.isEmpty ? "\(rest) items were skipped" : "and \(rest) more") }
        return lines.joined(separator: "\n")
    }
}
