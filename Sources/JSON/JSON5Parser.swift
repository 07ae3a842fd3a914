/// Takes JSON5 apart, one character after the other; configuration files are small.
struct JSON5Parser {
    let text: String.UnicodeScalarView
    var index: String.Index
    var line = 1
    private var levelsLeft: Int
    private let depthLimit: Int

    init(_ text: String, depthLimit: Int) {
        self.text = text.unicodeScalars
        index = self.text.startIndex
        levelsLeft = depthLimit
        self.depthLimit = depthLimit
    }

    mutating func parseDocument() throws(JSON5Error) -> JSON5Value {
        try skipSpace()
        let value = try parseValue()
        try skipSpace()
        guard peek == nil else { throw fault("\(found) follows the end") }
        return value
    }

    // MARK: Characters

    var peek: Unicode.Scalar? { index < text.endIndex ? text[index] : nil }

    /// The character after the one at hand.
    var peekSecond: Unicode.Scalar? {
        guard index < text.endIndex else { return nil }
        let second = text.index(after: index)
        return second < text.endIndex ? text[second] : nil
    }

    /// Passes over the character at hand, counting lines.
    mutating func advance() {
        guard let scalar = peek else { return }
        switch scalar {
        case "\n", "\u{2028}", "\u{2029}": line += 1
        // Of CRLF, the second one counts.
        case "\r": if peekSecond != "\n" { line += 1 }
        default: break
        }
        index = text.index(after: index)
    }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        advance()
        return true
    }

    func fault(_ message: String) -> JSON5Error {
        JSON5Error(line: line, message)
    }

    /// The character at hand, for a message.
    var found: String {
        guard let scalar = peek else { return "the end of the file" }
        if Self.isLineEnd(scalar) { return "the end of the line" }
        let isPrintable = scalar.value >= 0x20 && scalar.value != 0x7F && !(0x80..<0xA0).contains(scalar.value)
        return isPrintable ? "\"\(scalar)\"" : "U+" + String(scalar.value, radix: 16, uppercase: true)
    }

    // MARK: White space and comments

    mutating func skipSpace() throws(JSON5Error) {
        while let scalar = peek {
            if scalar == "/" {
                try skipComment()
            } else if Self.isSpace(scalar) {
                advance()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws(JSON5Error) {
        let start = line
        switch peekSecond {
        case "/":
            while let scalar = peek, !Self.isLineEnd(scalar) { advance() }
        case "*":
            advance()
            advance()
            while !(peek == "*" && peekSecond == "/") {
                guard peek != nil else { throw JSON5Error(line: start, "the comment that begins here never ends") }
                advance()
            }
            advance()
            advance()
        default: throw fault("unexpected \"/\"")
        }
    }

    static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\t", "\u{0B}", "\u{0C}", "\u{A0}", "\u{FEFF}": true
        default: isLineEnd(scalar) || (!scalar.isASCII && scalar.properties.generalCategory == .spaceSeparator)
        }
    }

    // MARK: Structure

    private mutating func parseValue() throws(JSON5Error) -> JSON5Value {
        let start = line
        let content: JSON5Value.Content
        switch peek {
        case "{": content = try nested { parser throws(JSON5Error) in .object(try parser.parseMembers()) }
        case "[": content = try nested { parser throws(JSON5Error) in .array(try parser.parseElements()) }
        case "\"", "'": content = .string(try parseString())
        case let scalar? where JSON5Parser.beginsNumber(scalar): content = try parseNumber()
        case let scalar? where JSON5Parser.beginsName(scalar):
            switch try parseName() {
            case "null": content = .null
            case "true": content = .bool(true)
            case "false": content = .bool(false)
            case let word: throw JSON5Error(line: start, "\(word) is not a value: a string needs quotation marks")
            }
        default: throw fault("a value is missing: \(found) is in its place")
        }
        return JSON5Value(content: content, line: start)
    }

    private static func beginsNumber(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "+", "-", ".", "I", "N", "0"..."9": true
        default: false
        }
    }

    /// Enters an object or array, whose bracket is at hand.
    private mutating func nested(
        _ body: (inout JSON5Parser) throws(JSON5Error) -> JSON5Value.Content
    ) throws(JSON5Error) -> JSON5Value.Content {
        guard levelsLeft > 0 else { throw fault("nested more than \(depthLimit) deep") }
        levelsLeft -= 1
        advance()
        let content = try body(&self)
        levelsLeft += 1
        return content
    }

    private mutating func parseMembers() throws(JSON5Error) -> [JSON5Value.Member] {
        var members: [JSON5Value.Member] = []
        let start = line
        try skipSpace()
        while !take("}") {
            let nameLine = line
            let name = try parseKey(objectLine: start)
            try skipSpace()
            guard take(":") else { throw fault("a colon is missing after \(name)") }
            try skipSpace()
            members.append(JSON5Value.Member(name: name, line: nameLine, value: try parseValue()))
            try skipSpace()
            guard take(",") || peek == "}" else {
                throw fault(
                    peek == nil ? "the object of line \(start) never ends" : "a comma is missing before \(found)")
            }
            try skipSpace()
        }
        return members
    }

    private mutating func parseKey(objectLine: Int) throws(JSON5Error) -> String {
        switch peek {
        case "\"", "'": return try parseString()
        case let scalar? where scalar == "\\" || JSON5Parser.beginsName(scalar): return try parseName()
        case nil: throw fault("the object of line \(objectLine) never ends")
        default: throw fault("a name is missing: \(found) is in its place")
        }
    }

    private mutating func parseElements() throws(JSON5Error) -> [JSON5Value] {
        var elements: [JSON5Value] = []
        let start = line
        try skipSpace()
        while !take("]") {
            guard peek != nil else { throw fault("the array of line \(start) never ends") }
            elements.append(try parseValue())
            try skipSpace()
            guard take(",") || peek == "]" else {
                throw fault(
                    peek == nil ? "the array of line \(start) never ends" : "a comma is missing before \(found)")
            }
            try skipSpace()
        }
        return elements
    }

    /// The line of the first byte that isn't UTF-8.
    static func lineOfInvalidUTF8(_ bytes: [UInt8]) -> Int {
        let valid: Int
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            valid = bytes.count
        } catch {
            valid = error.byteOffsets.lowerBound
        }
        return 1 + bytes[..<valid].count { $0 == 0x0A }
    }
}
