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
        result.unsupported += part.unsupported.prefix(max(0, AddResult.mostSkipped - result.unsupported.count))
        result.version = part.version
    }

    /// The results as one.
    var answer: Answer {
        var writer = JSONWriter()
        result.write(to: &writer)
        return Answer(result: writer.bytes)
    }

    /// Tells what was passed over, each under the name by which it was given.
    ///
    /// - Parameter isNamed: whether somebody named the items, and didn't find them by words.
    /// - Throws: if something was skipped that was named, or nothing was added; a folder that holds music was not named.
    func tell(isNamed: Bool = true, _ name: (String) -> String) throws(Fault) {
        let unsupported = Self.lines(result.unsupported, count: result.unsupported.count, name)
        if !unsupported.isEmpty { Output.complain(unsupported + "\n") }
        let skipped = Self.lines(result.skipped, count: result.skippedCount, name)
        guard !skipped.isEmpty else { return }
        if isNamed || result.added == 0 { throw .refused(skipped) }
        Output.complain(skipped + "\n")
    }

    /// One line for each of the first items, and one for the rest.
    static func lines(_ skipped: [AddResult.Skipped], count: Int, _ name: (String) -> String) -> String {
        var lines = skipped.prefix(shown).map { Text.clean("\(name($0.item)): \($0.reason)") }
        let rest = count - lines.count
        if rest > 0 { lines.append(lines.isEmpty ? "\(rest) items were skipped" : "and \(rest) more") }
        return lines.joined(separator: "\n")
    }
}
