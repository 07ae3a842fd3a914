/// Rows of fields: aligned for a terminal, separated by tabs for a program.
struct ColumnLayout {
    enum Alignment {
        case left, right
    }

    private let alignments: [Alignment]
    private var widths: [Int]
    /// The widest a line may be, or nil for a program's reading: then nothing is aligned or cut.
    private let columns: Int?

    /// `leading` is the least width of the first field, so that pages line up.
    init(_ alignments: [Alignment], leading: Int = 0, columns: Int?) {
        self.alignments = alignments
        self.columns = columns
        widths = alignments.indices.map { $0 == 0 ? leading : 0 }
    }

    /// The rows as lines.
    ///
    /// Control characters, tabs and line ends among them, become spaces.
    mutating func text(_ rows: [[String]]) -> String {
        let rows = rows.map { $0.map(Text.clean) }
        guard let columns else { return rows.map { $0.joined(separator: "\t") + "\n" }.joined() }
        for row in rows {
            for (index, field) in row.enumerated() where index < widths.count {
                widths[index] = max(widths[index], Text.width(field))
            }
        }
        return rows.map { line($0, within: columns) + "\n" }.joined()
    }

    /// The widest left-aligned field gives way where a line would be longer than the terminal.
    private func line(_ row: [String], within columns: Int) -> String {
        var widths = widths
        let excess = widths.reduce(0, +) + 2 * max(0, widths.count - 1) - columns
        let widest = widths.indices.filter { alignments[$0] == .left }.max { widths[$0] < widths[$1] }
        if excess > 0, let widest { widths[widest] = max(8, widths[widest] - excess) }
        var line = ""
        for (index, field) in row.enumerated() where index < widths.count {
            let fits = Text.width(field) <= widths[index]
            let shown = fits ? field : Text.truncated(field, to: widths[index] - 1)
            let padding = String(repeating: " ", count: max(0, widths[index] - Text.width(shown)))
            if index > 0 { line += "  " }
            line += alignments[index] == .right ? padding + shown : shown + padding
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}
