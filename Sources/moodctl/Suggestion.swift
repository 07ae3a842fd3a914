/// Finds the word that was probably meant.
enum Suggestion {
    /// The candidate nearest to `word`, if it is near enough to be a slip of the hand.
    static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        let word = Array(word.unicodeScalars.prefix(64))
        let reach = word.count < 4 ? 1 : 2
        var best: (distance: Int, candidate: String)?
        for candidate in candidates {
            let distance = distance(word, Array(candidate.unicodeScalars))
            if distance <= reach, distance < candidate.count, distance < best?.distance ?? .max {
                best = (distance, candidate)
            }
        }
        return best?.candidate
    }

    /// `: did you mean "next"?`, or nothing.
    static func hint(for word: String, among candidates: some Sequence<String>) -> String {
        nearest(to: word, among: candidates).map { ": did you mean \"\($0)\"?" } ?? ""
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
