/// Turns what a terminal shows into what it shall show, by the bytes that change it.
struct ScreenDifference {
    /// Whether colours are wanted.
    let hasColors: Bool

    /// The bytes, none where nothing differs.
    ///
    /// The terminal holds back what it shows until all of it arrived, if it knows how (DEC mode 2026).
    ///
    /// - Parameter old: what it shows now; nil if that isn't known. Another size counts as not known.
    func bytes(from old: Screen?, to new: Screen) -> [UInt8] {
        let known = old.flatMap { $0.width == new.width && $0.height == new.height ? $0 : nil }
        var pen = Pen(hasColors: hasColors)
        if known == nil { pen.output += "\u{1B}[0m\u{1B}[2J".utf8 }
        let base = known ?? Screen(width: new.width, height: new.height)
        for row in 0..<new.height { draw(row, from: base, to: new, &pen) }
        guard !pen.output.isEmpty else { return [] }
        return Array("\u{1B}[?2026h".utf8) + pen.output + Array("\u{1B}[0m\u{1B}[?2026l".utf8)
    }

    private func draw(_ row: Int, from old: Screen, to new: Screen, _ pen: inout Pen) {
        var column = 0
        while column < new.width {
            let end = endOfUnit(column, row, old, new)
            if (column..<end).contains(where: { old.cell($0, row) != new.cell($0, row) }) {
                for index in column..<end where !new.cell(index, row).text.isEmpty {
                    pen.draw(new.cell(index, row), width: columns(of: index, row, new), at: index, row)
                }
            }
            column = end
        }
    }

    /// The cells from `column` on that have to be drawn together, because a wide grapheme lies over them.
    private func endOfUnit(_ column: Int, _ row: Int, _ old: Screen, _ new: Screen) -> Int {
        var end = column + 1
        while end < new.width, old.cell(end, row).text.isEmpty || new.cell(end, row).text.isEmpty { end += 1 }
        return end
    }

    private func columns(of column: Int, _ row: Int, _ screen: Screen) -> Int {
        column + 1 < screen.width && screen.cell(column + 1, row).text.isEmpty ? 2 : 1
    }

    /// Where the terminal's cursor is, how it writes, and what it was sent.
    private struct Pen {
        let hasColors: Bool
        var output: [UInt8] = []
        private var position: Position?
        private var style: Style?

        init(hasColors: Bool) { self.hasColors = hasColors }

        mutating func draw(_ cell: Cell, width: Int, at column: Int, _ row: Int) {
            if position != Position(column: column, row: row) { output += "\u{1B}[\(row + 1);\(column + 1)H".utf8 }
            let style = hasColors ? cell.style : cell.style.uncolored
            if style != self.style { style.select(in: &output) }
            self.style = style
            output += cell.text.utf8
            position = isSure(cell.text, width) ? Position(column: column + width, row: row) : nil
        }

        /// Whether all terminals agree on the width; where they may not, the next cell is placed anew.
        private func isSure(_ text: String, _ width: Int) -> Bool {
            let scalars = text.unicodeScalars
            guard let first = scalars.first, scalars.dropFirst().isEmpty else { return false }
            return width == 2 ? first.value < 0x10000 : first.value < 0x7F || (0x2580...0x28FF).contains(first.value)
        }
    }
}
