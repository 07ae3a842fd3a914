extension JSONReader {
    /// Reads a null if one comes next, and tells whether it did.
    public mutating func readNull() throws(JSONError) -> Bool {
        guard peekToken() == UInt8(ascii: "n") else { return false }
        try expect("null")
        return true
    }

    /// Reads true or false.
    public mutating func readBool() throws(JSONError) -> Bool {
        switch peekToken() {
        case UInt8(ascii: "t"):
            try expect("true")
            return true
        case UInt8(ascii: "f"):
            try expect("false")
            return false
        default: throw wrongType()
        }
    }

    /// Reads a string, with its escapes resolved.
    public mutating func readString() throws(JSONError) -> String {
        guard peekToken() == UInt8(ascii: "\"") else { throw wrongType() }
        let string = try scanString()
        if string.hasEscapes { return Self.unescaped(string.raw) }
        let text = UTF8Span(
            unchecked: string.raw.assumingMemoryBound(to: UInt8.self).span, isKnownASCII: string.isASCII)
        return String(copying: text)
    }

    /// Reads a string or null.
    public mutating func readOptionalString() throws(JSONError) -> String? {
        try readNull() ? nil : readString()
    }

    /// Reads true, false or null.
    public mutating func readOptionalBool() throws(JSONError) -> Bool? {
        try readNull() ? nil : readBool()
    }

    /// Reads an integer or null.
    public mutating func readOptionalInt() throws(JSONError) -> Int? {
        try readNull() ? nil : readInt()
    }

    /// Reads a number or null.
    public mutating func readOptionalDouble() throws(JSONError) -> Double? {
        try readNull() ? nil : readDouble()
    }

    /// Reads an array of strings.
    public mutating func readStrings() throws(JSONError) -> [String] {
        var strings: [String] = []
        try beginArray()
        while try nextElement() { strings.append(try readString()) }
        return strings
    }

    /// Passes over the next value, whatever it is, checking that it is well formed.
    public mutating func skipValue() throws(JSONError) {
        switch peekToken() {
        case UInt8(ascii: "\""): _ = try scanString()
        case UInt8(ascii: "{"):
            try beginObject()
            while try nextKey() != nil { try skipValue() }
        case UInt8(ascii: "["):
            try beginArray()
            while try nextElement() { try skipValue() }
        case UInt8(ascii: "t"): try expect("true")
        case UInt8(ascii: "f"): try expect("false")
        case UInt8(ascii: "n"): try expect("null")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try scanNumber()
        default: throw unexpected()
        }
    }

    /// The next value as it is written, checked and passed over.
    public mutating func readRaw() throws(JSONError) -> UnsafeRawBufferPointer {
        skipWhiteSpace()
        let start = offset
        try skipValue()
        return bytes.slice(start, offset)
    }

    private mutating func expect(_ word: StaticString) throws(JSONError) {
        let matched = word.withUTF8Buffer { word in
            for byte in word {
                guard peek == byte else { return false }
                offset &+= 1
            }
            return true
        }
        guard matched else { throw unexpected() }
    }
}
