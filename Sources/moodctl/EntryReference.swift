/// How entries of the queue are named: `3` and `3-5` count from 1, `id:17` stays the same when the queue changes.
enum EntryReference: Equatable {
    case numbers(ClosedRange<Int>)
    case id(Int)

    /// Nil where `text` names no entry, but maybe a path.
    init?(_ text: String) throws(Fault) {
        if text.hasPrefix("id:"), let id = ClockTime.whole(text.dropFirst(3)) {
            self = .id(id)
            return
        }
        let ends = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard ends.count <= 2, let first = ends.first.flatMap(ClockTime.whole),
            let last = ends.last.flatMap(ClockTime.whole)
        else { return nil }
        guard first > 0 else { throw .usage("no entry \(first): they count from 1") }
        guard first <= last else { throw .usage("\(first)-\(last) is no range: write \(last)-\(first)") }
        self = .numbers(first...last)
    }

    /// As above, where nothing but an entry makes sense.
    static func required(_ text: String) throws(Fault) -> EntryReference {
        guard let reference = try EntryReference(text) else {
            throw .usage("\"\(Text.clean(text))\" is no entry: write 3, 3-5, or id:17")
        }
        return reference
    }
}
