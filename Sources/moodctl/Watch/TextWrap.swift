extension Text {
    /// The text in lines of at most `columns` columns, broken between words, and within those that are longer.
    static func wrapped(_ text: String, to columns: Int) -> [String] {
        guard columns > 1 else { return [text] }
        if width(text) <= columns { return [text] }
        var lines: [String] = []
        var line: [Grapheme] = []
        var used = 0
        for grapheme in graphemes(text) {
            if used + grapheme.width > columns {
                let isSpace = grapheme.isSpace
                // Without a space in it the line is broken here; ideographs have none.
                let end = isSpace || grapheme.width == 2 ? line.count : line.lastIndex(where: \.isBreak).map { $0 + 1 }
                let rest = line[(end ?? line.count)...]
                lines.append(joined(line[..<(end ?? line.count)]))
                line = Array(rest)
                used = rest.reduce(0) { $0 + $1.width }
                if isSpace { continue }
            }
            line.append(grapheme)
            used += grapheme.width
        }
        if !line.isEmpty { lines.append(joined(line[...])) }
        return lines
    }

    private static func joined(_ graphemes: ArraySlice<Grapheme>) -> String {
        let end = graphemes.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? graphemes.startIndex
        return graphemes[..<end].map { String($0.scalars) }.joined()
    }
}
