import MoodProtocol

/// Text as the language of the manual, mdoc(7), wants it.
enum Roff {
    /// A word or more as one argument of a macro.
    static func argument(_ text: String) -> String {
        "\"" + escaped(text).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// Lines of text, a sentence a line; none of them is taken for a macro.
    static func lines(_ text: String) -> String {
        text.split(separator: ". ").joined(separator: ".\n").split(separator: "\n").map { line in
            (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + escaped(String(line)) + "\n"
        }.joined()
    }

    /// A phrase of the tables as a sentence.
    static func sentence(_ text: String) -> String {
        let sentence = text.prefix(1).uppercased() + text.dropFirst()
        return lines(sentence.hasSuffix(".") ? sentence : sentence + ".")
    }

    /// A list of terms and what is said of each.
    static func list(_ items: [(term: String, text: String)], compact: Bool = false) -> String {
        guard !items.isEmpty else { return "" }
        return ".Bl -tag -width Ds\(compact ? " -compact" : "")\n"
            + items.map { ".It \($0.term)\n\($0.text)" }.joined() + ".El\n"
    }

    /// A line of a template, with the version in its place.
    static func filled(_ line: Substring) -> String {
        line.split(separator: "@version@", omittingEmptySubsequences: false)
            .joined(separator: Version.program.description)
    }

    /// Backslashes are no escapes, and hyphens can be copied.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            default: result.append(character)
            }
        }
    }
}
