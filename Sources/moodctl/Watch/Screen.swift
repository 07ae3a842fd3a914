/// One column of a line on the terminal.
struct Cell: Equatable, Sendable {
    /// One grapheme without control characters; empty where the wide one to the left goes on.
    var text: String
    var style: Style

    static let blank = Cell(text: " ", style: .plain)
}

/// A place on the screen, from 0 at the top left.
struct Position: Equatable, Sendable {
    var column: Int
    var row: Int
}

/// A rectangle of cells.
struct Area: Equatable, Sendable {
    var column: Int
    var row: Int
    var width: Int
    var height: Int

    var isEmpty: Bool { width <= 0 || height <= 0 }
    var maxRow: Int { row + height }

    func contains(_ position: Position) -> Bool {
        position.column >= column && position.column < column + width && position.row >= row && position.row < maxRow
    }

    /// The part that is left when so many rows are taken from the top.
    func dropping(rows: Int) -> Area {
        let rows = min(max(rows, 0), max(height, 0))
        return Area(column: column, row: row + rows, width: width, height: height - rows)
    }

    /// At most so many rows of the top.
    func prefix(rows: Int) -> Area {
        Area(column: column, row: row, width: width, height: min(max(rows, 0), max(height, 0)))
    }

    /// One row, from the top.
    func line(_ index: Int) -> Area { dropping(rows: index).prefix(rows: 1) }
}

/// What the terminal shows, or shall show: lines of styled cells.
struct Screen: Equatable, Sendable {
    let width: Int
    let height: Int
    private(set) var cells: [Cell]

    init(width: Int, height: Int) {
        self.width = max(width, 0)
        self.height = max(height, 0)
        cells = Array(repeating: .blank, count: self.width * self.height)
    }

    var area: Area { Area(column: 0, row: 0, width: width, height: height) }

    func cell(_ column: Int, _ row: Int) -> Cell { cells[row * width + column] }

    /// The line's text without what is blank at its end.
    func text(_ row: Int) -> String {
        var line = cells[(row * width)..<((row + 1) * width)].map(\.text).joined()
        while line.last == " " { line.removeLast() }
        return line
    }

    /// Writes into the first line of an area, cut with `…` where it is too long, and answers the columns it took.
    ///
    /// What could command the terminal becomes a space, and what takes no column is left out.
    @discardableResult
    mutating func write(_ text: String, in area: Area, _ style: Style = .plain, _ alignment: Alignment = .left) -> Int {
        let area = area.clipped(to: self.area)
        guard !area.isEmpty else { return 0 }
        let text = Text.truncated(Text.clean(text), within: area.width)
        let width = min(Text.width(text), area.width)
        let free = area.width - width
        let indent =
            switch alignment {
            case .left: 0
            case .center: free / 2
            case .right: free
            }
        var column = area.column + indent
        for grapheme in Text.graphemes(text) where grapheme.width > 0 {
            guard column + grapheme.width <= area.column + area.width else { break }
            split(at: column, area.row)
            split(at: column + grapheme.width, area.row)
            set(Cell(text: String(grapheme.scalars), style: style), at: column, area.row)
            if grapheme.width > 1 { set(Cell(text: "", style: style), at: column + 1, area.row) }
            column += grapheme.width
        }
        return width
    }

    /// Leaves no half of a wide grapheme where a new one begins or ends.
    private mutating func split(at column: Int, _ row: Int) {
        guard column > 0, column < width, cell(column, row).text.isEmpty else { return }
        set(.blank, at: column - 1, row)
        set(.blank, at: column, row)
    }

    /// Puts one cell, if there is such a place.
    mutating func set(_ cell: Cell, at column: Int, _ row: Int) {
        guard column >= 0, column < width, row >= 0, row < height else { return }
        cells[row * width + column] = cell
    }

    enum Alignment {
        case left, center, right
    }
}

extension Area {
    fileprivate func clipped(to other: Area) -> Area {
        let left = max(column, other.column)
        let right = min(column + width, other.column + other.width)
        let top = max(row, other.row)
        let bottom = min(maxRow, other.maxRow)
        return Area(column: left, row: top, width: right - left, height: bottom - top)
    }
}
