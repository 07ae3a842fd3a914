import CUTF8Proc

/// Text as a terminal shows it: columns, graphemes, and nothing that could command the terminal.
enum Text {
    /// The text with every control character and line separator turned into a space, and what turns the direction of
    /// the text behind it as well.
    static func clean(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: text.unicodeScalars.lazy.map { isControl($0) ? " " : $0 })
        return String(result)
    }

    /// The columns that the text takes.
    static func width(_ text: String) -> Int {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
        return graphemes(text).reduce(0) { $0 + $1.width }
    }

    /// At most `columns` columns of the text, cut between graphemes, with `…` behind it if anything was cut.
    static func truncated(_ text: String, to columns: Int) -> String {
        guard width(text) > columns else { return text }
        var used = 0
        var result = String.UnicodeScalarView()
        for grapheme in graphemes(text) {
            used += grapheme.width
            if used > columns { break }
            result.append(contentsOf: grapheme.scalars)
        }
        return String(result) + "…"
    }

    /// The text cut so that with the `…` it takes at most `columns` columns.
    static func truncated(_ text: String, within columns: Int) -> String {
        width(text) > columns ? truncated(text, to: max(columns - 1, 0)) : text
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// What a person takes for one character, and the columns that it takes.
    struct Grapheme {
        let scalars: Substring.UnicodeScalarView
        let width: Int

        var isSpace: Bool { scalars.first == " " }
        /// Whether a line may be broken behind it: a space, or an ideograph.
        var isBreak: Bool { isSpace || width == 2 }
    }

    static func graphemes(_ text: String) -> [Grapheme] {
        let scalars = text.unicodeScalars
        var result: [Grapheme] = []
        var state: utf8proc_int32_t = 0
        var start = scalars.startIndex
        var previous: Unicode.Scalar?
        var index = start
        while index < scalars.endIndex {
            let scalar = scalars[index]
            if let before = previous, utf8proc_grapheme_break_stateful(before.code, scalar.code, &state) {
                result.append(grapheme(scalars[start..<index]))
                start = index
            }
            previous = scalar
            index = scalars.index(after: index)
        }
        if start < scalars.endIndex { result.append(grapheme(scalars[start...])) }
        return result
    }

    /// A grapheme is as wide as its widest part; a flag, and what is asked to look like an emoji, takes two columns.
    private static func grapheme(_ scalars: Substring.UnicodeScalarView) -> Grapheme {
        var width = 0
        for scalar in scalars {
            let emoji = scalar.value == 0xFE0F || (0x1F1E6...0x1F1FF).contains(scalar.value)
            width = max(width, emoji && scalars.count > 1 ? 2 : Int(utf8proc_charwidth(scalar.code)))
        }
        return Grapheme(scalars: scalars, width: width)
    }
}

extension Unicode.Scalar {
    fileprivate var code: utf8proc_int32_t { utf8proc_int32_t(bitPattern: value) }
}
