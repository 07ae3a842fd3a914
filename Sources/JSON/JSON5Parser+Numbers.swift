extension JSON5Parser {
    /// A number, whose first character is at hand.
    mutating func parseNumber() throws(JSON5Error) -> JSON5Value.Content {
        let sign = peek == "-" ? "-" : ""
        if peek == "-" || peek == "+" { advance() }
        let content: JSON5Value.Content
        switch peek {
        case "I", "N": content = .number(try parseWordNumber() * (sign.isEmpty ? 1 : -1))
        case "0" where peekSecond == "x" || peekSecond == "X": content = try parseHexadecimalNumber(sign: sign)
        default: content = try parseDecimal(sign: sign)
        }
        if let scalar = peek, Self.continuesName(scalar) || scalar == "." {
            throw fault("a number ends before \(found)")
        }
        return content
    }

    private mutating func parseWordNumber() throws(JSON5Error) -> Double {
        switch try parseName() {
        case "Infinity": return .infinity
        case "NaN": return .nan
        case let word: throw fault("\(word) is not a value: a string needs quotation marks")
        }
    }

    private mutating func parseHexadecimalNumber(sign: String) throws(JSON5Error) -> JSON5Value.Content {
        advance()
        advance()
        var text = sign
        var double = 0.0
        while let scalar = peek, let digit = Self.hexadecimalDigit(scalar) {
            text.unicodeScalars.append(scalar)
            double = double * 16 + Double(digit)
            advance()
        }
        guard text != sign else { throw fault("0x needs hexadecimal digits") }
        return Int(text, radix: 16).map { .integer($0) } ?? .number(sign.isEmpty ? double : -double)
    }

    /// Digits with a point and an exponent, either side of the point omitted at will.
    private mutating func parseDecimal(sign: String) throws(JSON5Error) -> JSON5Value.Content {
        let whole = takeDigits()
        if whole.count > 1, whole.first == "0" { throw fault("a number doesn't begin with 0") }
        var fraction: String?
        if take(".") { fraction = takeDigits() }
        guard !whole.isEmpty || fraction?.isEmpty == false else { throw fault("a number is missing before \(found)") }
        var exponent = ""
        if peek == "e" || peek == "E" {
            advance()
            if peek == "-" { exponent = "-" }
            if peek == "-" || peek == "+" { advance() }
            let digits = takeDigits()
            guard !digits.isEmpty else { throw fault("an exponent needs digits") }
            exponent += digits
        }
        if fraction == nil, exponent.isEmpty, let integer = Int(sign + whole) { return .integer(integer) }
        let text = "\(sign)\(whole.isEmpty ? "0" : whole).\(fraction.flatMap { $0.isEmpty ? nil : $0 } ?? "0")"
        return .number(Double(exponent.isEmpty ? text : text + "e" + exponent) ?? .nan)
    }

    private mutating func takeDigits() -> String {
        var digits = ""
        while let scalar = peek, ("0"..."9").contains(scalar) {
            digits.unicodeScalars.append(scalar)
            advance()
        }
        return digits
    }
}
