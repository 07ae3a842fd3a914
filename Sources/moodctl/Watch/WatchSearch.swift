import MoodProtocol

/// A search in the library while it is being typed.
struct WatchSearch: Equatable, Sendable {
    var words = ""
    /// What was found for `answered`.
    private(set) var results: [Entry] = []
    private(set) var total = 0
    private(set) var answered = ""
    private(set) var selected = 0
    /// Whether an answer is on its way; one at a time is.
    private(set) var isAsked = false

    private static let longest = 1000

    var selection: Entry? { results.indices.contains(selected) ? results[selected] : nil }

    /// What to ask now.
    mutating func request() -> WatchRequest? {
        guard !isAsked, words != answered else { return nil }
        guard words.unicodeScalars.contains(where: { $0 != " " }) else {
            (results, total, answered, selected) = ([], 0, words, 0)
            return nil
        }
        isAsked = true
        return .search(words)
    }

    /// Takes in what was found for words, which may have changed since.
    mutating func take(_ found: [Entry], total: Int, for words: String) {
        isAsked = false
        (results, answered, selected) = (found, words, 0)
        self.total = total
    }

    /// Nothing came of the question; it isn't asked again before the words change.
    mutating func giveUp(on words: String) {
        take([], total: 0, for: words)
    }

    mutating func select(_ index: Int) {
        selected = min(max(index, 0), max(results.count - 1, 0))
    }

    /// Adds to the words, as far as they don't grow beyond any use.
    mutating func type(_ text: String) {
        for grapheme in Text.graphemes(text) where words.utf8.count < Self.longest {
            words += String(grapheme.scalars)
        }
    }

    /// Takes the last grapheme back.
    mutating func eraseLast() {
        words = Text.graphemes(words).dropLast().map { String($0.scalars) }.joined()
    }

    /// Takes the last word back.
    mutating func eraseWord() {
        while words.last == " " { words.removeLast() }
        while let last = words.last, last != " " { words.removeLast() }
    }
}
