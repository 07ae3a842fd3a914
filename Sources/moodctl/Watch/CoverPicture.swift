/// A cover as cells, read from what `chafa` prints.
struct CoverPicture: Equatable, Sendable {
    /// What it was drawn from, and for which room.
    struct Request: Equatable, Sendable {
        let path: String
        let width: Int
        let height: Int
    }

    let request: Request
    /// From the top; a line may be shorter than the room.
    let lines: [[Cell]]

    /// Reads text with colours (ECMA-48, SGR); all other sequences are passed over.
    init(_ request: Request, printed bytes: [UInt8]) {
        self.request = request
        var lines: [[Cell]] = [[]]
        var style = Style.plain
        var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\n":
                if lines.count == request.height { rest = rest.suffix(0) } else { lines.append([]) }
            case "\u{1B}": Self.takeSequence(&rest, &style)
            default:
                guard scalar.value >= 0x20, lines[lines.count - 1].count < request.width else { continue }
                guard Text.width(String(scalar)) == 1 else { continue }
                lines[lines.count - 1].append(Cell(text: String(scalar), style: style))
            }
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        self.lines = lines
    }

    /// Whether there is nothing to see.
    var isEmpty: Bool { lines.isEmpty }

    private static func takeSequence(_ rest: inout Substring.UnicodeScalarView, _ style: inout Style) {
        guard rest.first == "[" else { return }
        rest.removeFirst()
        guard let end = rest.firstIndex(where: { (0x40..<0x7F).contains($0.value) }) else {
            rest = rest.suffix(0)
            return
        }
        let parameters = String(rest[..<end])
        let final = rest[end]
        rest = rest[rest.index(after: end)...]
        guard final == "m" else { return }
        style.select(parameters.split(separator: ";", omittingEmptySubsequences: false).map { UInt8($0) ?? 0 })
    }
}

extension Style {
    /// Takes in the parameters of a sequence that selects how to write.
    fileprivate mutating func select(_ parameters: [UInt8]) {
        var rest = parameters[...]
        while let parameter = rest.popFirst() {
            switch parameter {
            case 0: self = .plain
            case 1: isBold = true
            case 7: isInverse = true
            case 22: isBold = false
            case 27: isInverse = false
            case 30...37: foreground = .palette(parameter - 30)
            case 38: foreground = Self.color(&rest) ?? foreground
            case 39: foreground = .standard
            case 40...47: background = .palette(parameter - 40)
            case 48: background = Self.color(&rest) ?? background
            case 49: background = .standard
            case 90...97: foreground = .palette(parameter - 82)
            case 100...107: background = .palette(parameter - 92)
            default: break
            }
        }
    }

    private static func color(_ rest: inout ArraySlice<UInt8>) -> Color? {
        switch rest.popFirst() {
        case 5: return rest.popFirst().map(Color.palette)
        case 2:
            guard let red = rest.popFirst(), let green = rest.popFirst(), let blue = rest.popFirst() else { return nil }
            return .rgb(red, green, blue)
        default: return nil
        }
    }
}
