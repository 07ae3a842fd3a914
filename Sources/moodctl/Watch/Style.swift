/// A colour of the terminal's.
enum Color: Equatable, Sendable {
    /// What the terminal's owner chose.
    case standard
    /// One of the 256 that nearly all terminals have.
    case palette(UInt8)
    case rgb(UInt8, UInt8, UInt8)
}

/// How a cell looks.
struct Style: Equatable, Sendable {
    var foreground = Color.standard
    var background = Color.standard
    var isBold = false
    var isInverse = false

    static let plain = Style()
    /// A grey that is read on black and on white, for what stands in the second row.
    static let quiet = Style(foreground: .palette(244))
    static let bold = Style(isBold: true)

    static func colored(_ color: Color) -> Style { Style(foreground: color) }

    var bold: Style {
        var style = self
        style.isBold = true
        return style
    }

    /// The same without its colours, for those who want none.
    var uncolored: Style { Style(isBold: isBold, isInverse: isInverse) }

    /// Adds the sequence that makes what follows look like this (ECMA-48, SGR).
    func select(in output: inout [UInt8]) {
        output += "\u{1B}[0".utf8
        if isBold { output += ";1".utf8 }
        if isInverse { output += ";7".utf8 }
        foreground.select(base: 30, in: &output)
        background.select(base: 40, in: &output)
        output.append(UInt8(ascii: "m"))
    }
}

extension Color {
    /// - Parameter base: 30 for the foreground, 40 for the background.
    fileprivate func select(base: Int, in output: inout [UInt8]) {
        switch self {
        case .standard: break
        case .palette(let index): output += ";\(base + 8);5;\(index)".utf8
        case .rgb(let red, let green, let blue): output += ";\(base + 8);2;\(red);\(green);\(blue)".utf8
        }
    }
}
