extension JSON5Parser {
    /// Whether an identifier of ECMAScript 5.1 may begin with this character.
    static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "$", "_": return true
        default: break
        }
        guard !scalar.isASCII else { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
            return true
        default: return false
        }
    }

    /// Whether an identifier may go on with this character.
    static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
        if beginsName(scalar) || ("0"..."9").contains(scalar) || scalar == "\u{200C}" || scalar == "\u{200D}" {
            return true
        }
        guard !scalar.isASCII else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return true
        default: return false
        }
    }

    /// A name without quotation marks, whose first character is at hand.
    mutating func parseName() throws(JSON5Error) -> String {
        var name = String.UnicodeScalarView()
        while var scalar = peek {
            if scalar == "\\" {
                advance()
                guard take("u"), let escaped = Unicode.Scalar(try parseHexadecimal(digits: 4)) else {
                    throw fault("a name has no escapes but \\u and four digits")
                }
                scalar = escaped
                guard name.isEmpty ? Self.beginsName(scalar) : Self.continuesName(scalar) else {
                    throw fault("an escape stands for a character that no name has: use quotation marks")
                }
            } else {
                guard Self.continuesName(scalar) else { break }
                advance()
            }
            name.append(scalar)
        }
        return String(name)
    }

    /// A string, whose quotation mark is at hand.
    mutating func parseString() throws(JSON5Error) -> String {
        let start = line
        let quote = peek
        var string = String.UnicodeScalarView()
        advance()
        while let scalar = peek {
            if scalar == quote {
                advance()
                return String(string)
            }
            // U+2028 and U+2029 may stand in strings, as they may in JSON.
            guard scalar != "\n", scalar != "\r" else {
                throw fault("the string has no closing quotation mark on its line")
            }
            if scalar == "\\" {
                advance()
                try parseEscape(into: &string)
            } else {
                string.append(scalar)
                advance()
            }
        }
        throw JSON5Error(line: start, "the string that begins here never ends")
    }

    private mutating func parseEscape(into string: inout String.UnicodeScalarView) throws(JSON5Error) {
        guard let scalar = peek else { return }
        switch scalar {
        case "\r" where peekSecond == "\n":
            advance()
            return advance()
        case _ where Self.isLineEnd(scalar): return advance()
        case "b": string.append("\u{08}")
        case "f": string.append("\u{0C}")
        case "n": string.append("\n")
        case "r": string.append("\r")
        case "t": string.append("\t")
        case "v": string.append("\u{0B}")
        case "0":
            if let next = peekSecond, ("0"..."9").contains(next) { throw fault("octal escapes aren't JSON5") }
            string.append("\0")
        case "1"..."9": throw fault("\\\(scalar) is no escape of JSON5")
        case "x":
            advance()
            string.append(Unicode.Scalar(UInt8(truncatingIfNeeded: try parseHexadecimal(digits: 2))))
            return
        case "u":
            advance()
            string.append(try parseUnicodeEscape())
            return
        default: string.append(scalar)
        }
        advance()
    }

    /// The character of the four digits at hand, or of a surrogate pair; half a pair is U+FFFD.
    private mutating func parseUnicodeEscape() throws(JSON5Error) -> Unicode.Scalar {
        let unit = try parseHexadecimal(digits: 4)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, peek == "\\", peekSecond == "u" else { return "\u{FFFD}" }
        let rewind = index
        advance()
        advance()
        let low = try parseHexadecimal(digits: 4)
        guard (0xDC00...0xDFFF).contains(low) else {
            index = rewind
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)) ?? "\u{FFFD}"
    }

    private mutating func parseHexadecimal(digits: Int) throws(JSON5Error) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let scalar = peek, let digit = Self.hexadecimalDigit(scalar) else {
                throw fault("an escape has \(digits) hexadecimal digits")
            }
            value = value << 4 | digit
            advance()
        }
        return value
    }

    static func hexadecimalDigit(_ scalar: Unicode.Scalar) -> UInt32? {
        scalar.isASCII ? Character(scalar).hexDigitValue.map { UInt32($0) } : nil
    }
}
