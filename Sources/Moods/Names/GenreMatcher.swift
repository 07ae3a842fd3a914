/// Tells whether a genre is one of those that are wanted, by its words: `Symphonic Metal` is metal, `Metalcore` isn't.
///
/// Folded, and without regard to what stands between words: `Hip-Hop`, `hip hop` and `Hiphop` are one.
public struct GenreMatcher: Sendable {
    private let wanted: Set<String>
    private let longest: Int

    /// Wants these genres.
    public init(_ genres: [String]) {
        wanted = Set(genres.map { Self.words(Folding.fold($0)[...]).joined() }.filter { !$0.isEmpty })
        longest = wanted.map(\.utf8.count).max() ?? 0
    }

    /// Whether one of the genres in a text fits; several stand behind commas, semicolons or bars.
    public func matches(_ text: String) -> Bool {
        guard longest > 0 else { return false }
        return Folding.fold(text).split(whereSeparator: { ",;|\0\u{1F}".contains($0) || $0.isNewline })
            .contains { matches(words: Self.words($0)) }
    }

    private func matches(words: [Substring]) -> Bool {
        for start in words.indices {
            var name = ""
            for word in words[start...] {
                name += word
                if name.utf8.count > longest { break }
                if wanted.contains(name) { return true }
            }
        }
        return false
    }

    private static func words(_ folded: Substring) -> [Substring] {
        folded.split { !$0.isLetter && !$0.isNumber }
    }
}
