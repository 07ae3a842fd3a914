/// A number as JSON has them: an integer where it is written as one and fits, else a double, which is finite.
public enum JSONNumber: Equatable, Sendable {
    case integer(Int)
    case double(Double)

    /// The number as a double; large integers are rounded.
    public var double: Double {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        }
    }

    /// The number as an integer, if it is a whole one that fits: `3`, and `3.0` too.
    public var integer: Int? {
        switch self {
        case .integer(let value): value
        case .double(let value): Int(exactly: value)
        }
    }
}

extension JSONReader {
    /// Reads a number.
    public mutating func readNumber() throws(JSONError) -> JSONNumber {
        let token = peekToken()
        guard token == UInt8(ascii: "-") || token &- 0x30 < 10 else { throw wrongType() }
        return try scanNumber().value(in: bytes)
    }

    /// Reads a whole number that fits, `3.0` included.
    public mutating func readInt() throws(JSONError) -> Int {
        guard let integer = try readNumber().integer else { throw JSONError(.wrongType, offset: offset) }
        return integer
    }

    /// Reads a whole number of 32 bits without a sign, as identifiers are.
    public mutating func readUInt32() throws(JSONError) -> UInt32 {
        guard let value = UInt32(exactly: try readInt()) else { throw JSONError(.wrongType, offset: offset) }
        return value
    }

    /// Reads a number as a double, which is finite.
    public mutating func readDouble() throws(JSONError) -> Double {
        try readNumber().double
    }

    /// Passes over a number, whose first character is at hand, taking it apart.
    mutating func scanNumber() throws(JSONError) -> ScannedNumber {
        var number = ScannedNumber(start: offset)
        if peek == UInt8(ascii: "-") {
            number.isNegative = true
            offset &+= 1
        }
        if peek == UInt8(ascii: "0") {
            offset &+= 1
        } else {
            guard scanDigits(into: &number) > 0 else { throw invalidNumber() }
        }
        if peek == UInt8(ascii: ".") {
            offset &+= 1
            number.isInteger = false
            let digits = scanDigits(into: &number)
            guard digits > 0 else { throw invalidNumber() }
            number.exponent = -digits
        }
        if peek | 0x20 == UInt8(ascii: "e") {
            number.isInteger = false
            number.exponent &+= try scanExponent()
        }
        number.end = offset
        return number
    }

    /// Passes over digits, adding them to the mantissa while they fit, and tells how many there were.
    private mutating func scanDigits(into number: inout ScannedNumber) -> Int {
        let start = offset
        while offset < bytes.count {
            let digit = bytes[offset] &- 0x30
            guard digit < 10 else { break }
            if number.mantissa < 1_000_000_000_000_000_000 {
                number.mantissa = number.mantissa &* 10 &+ UInt64(digit)
            } else {
                number.isExact = false
            }
            offset &+= 1
        }
        return offset &- start
    }

    /// The exponent, limited to a size far beyond any double's.
    private mutating func scanExponent() throws(JSONError) -> Int {
        offset &+= 1
        let isNegative = peek == UInt8(ascii: "-")
        if isNegative || peek == UInt8(ascii: "+") { offset &+= 1 }
        var exponent = 0
        let start = offset
        while offset < bytes.count {
            let digit = bytes[offset] &- 0x30
            guard digit < 10 else { break }
            exponent = min(exponent &* 10 &+ Int(digit), 1_000_000)
            offset &+= 1
        }
        guard offset > start else { throw invalidNumber() }
        return isNegative ? -exponent : exponent
    }

    private func invalidNumber() -> JSONError {
        JSONError(offset < bytes.count ? .invalidNumber : .unexpectedEnd, offset: offset)
    }
}

/// A number taken apart, and where it stands.
struct ScannedNumber {
    let start: Int
    var end = 0
    var isNegative = false
    var isInteger = true
    /// Its digits, as far as they fit.
    var mantissa: UInt64 = 0
    /// Whether all of its digits are in the mantissa.
    var isExact = true
    var exponent = 0

    init(start: Int) {
        self.start = start
    }

    func value(in bytes: UnsafeRawBufferPointer) -> JSONNumber {
        if isInteger, isExact {
            if !isNegative, mantissa <= UInt64(Int.max) { return .integer(Int(mantissa)) }
            if isNegative, mantissa <= UInt64(Int.max) { return .integer(-Int(mantissa)) }
        }
        // Both are exact doubles, so one operation rounds correctly.
        if isExact, mantissa <= 1 << 53, abs(exponent) <= 22 {
            var power = 1.0
            for _ in 0..<abs(exponent) { power *= 10 }
            let value = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
            return .double(isNegative ? -value : value)
        }
        let text = String(decoding: bytes.slice(start, end), as: UTF8.self)
        if let integer = isInteger ? Int(text) : nil { return .integer(integer) }
        let value = Double(text) ?? 0
        let limit = Double.greatestFiniteMagnitude
        return .double(min(max(value, -limit), limit))
    }
}
