@testable import moodctl

/// As much of a terminal as `watch` needs: it puts text where the cursor is, and remembers how it was to look.
struct TinyTerminal {
    private(set) var screen: Screen
    private(set) var sequences: [String] = []
    private var position = Position(column: 0, row: 0)
    private var style = Style.plain

    init(width: Int, height: Int) { screen = Screen(width: width, height: height) }

    mutating func feed(_ bytes: [UInt8]) {
        var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        while let first = rest.first {
            if first == "\u{1B}" {
                let end = rest.dropFirst(2).firstIndex { (0x40..<0x7F).contains($0.value) } ?? rest.indices.last!
                command(String(rest[...end]))
                rest = rest[rest.index(after: end)...]
            } else {
                let end = rest.firstIndex(of: "\u{1B}") ?? rest.endIndex
                text(String(rest[..<end]))
                rest = rest[end...]
            }
        }
    }

    private mutating func text(_ text: String) {
        for grapheme in Text.graphemes(text) {
            precondition(grapheme.width > 0 && grapheme.scalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
            screen.set(Cell(text: String(grapheme.scalars), style: style), at: position.column, position.row)
            if grapheme.width == 2 {
                screen.set(Cell(text: "", style: style), at: position.column + 1, position.row)
            }
            position.column += grapheme.width
        }
    }

    private mutating func command(_ sequence: String) {
        sequences.append(sequence)
        switch sequence.last {
        case "H":
            let numbers = sequence.dropFirst(2).dropLast().split(separator: ";").compactMap { Int($0) }
            position = Position(column: numbers[1] - 1, row: numbers[0] - 1)
        case "J": screen = Screen(width: screen.width, height: screen.height)
        // Read by the very code that reads covers: one cell, written in this style.
        case "m":
            let request = CoverPicture.Request(path: "", width: 1, height: 1)
            style = CoverPicture(request, printed: Array((sequence + "x").utf8)).lines[0][0].style
        default: precondition(["\u{1B}[?2026h", "\u{1B}[?2026l"].contains(sequence), "unknown sequence \(sequence)")
        }
    }
}
