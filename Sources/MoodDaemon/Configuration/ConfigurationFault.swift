/// Something in the configuration that was passed over.
public struct ConfigurationFault: Equatable, Sendable, CustomStringConvertible {
    /// The file's path.
    public var file: String
    /// Counted from 1; nil when it is about the file as a whole.
    public var line: Int?
    /// As in `output.buffer`; empty when it is about the file as a whole.
    public var key: String
    /// What is wrong and what was expected, for a person.
    public var message: String

    /// `FILE:LINE: KEY: MESSAGE`, without what isn't known.
    public var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return key.isEmpty ? "\(place): \(message)" : "\(place): \(key): \(message)"
    }
}

/// Guesses which known word a mistyped one was meant to be.
enum Suggestion {
    /// The known word that is nearest: the same but for case, or at most two edits away, and fewer than half its
    /// letters; nil if there is none.
    static func nearest(to word: String, among known: some Sequence<String>) -> String? {
        let word = Array(word.lowercased().unicodeScalars.prefix(64))
        var best: (word: String, distance: Int)?
        for candidate in known {
            let letters = Array(candidate.lowercased().unicodeScalars)
            let distance = distance(word, letters)
            guard distance <= 2, distance * 2 < max(letters.count, 1), distance < best?.distance ?? 3 else { continue }
            best = (candidate, distance)
        }
        return best?.word
    }

    /// How many letters must be inserted, removed, replaced, or swapped with their neighbour.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[right.count]
    }
}
