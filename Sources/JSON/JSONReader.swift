/// Reads JSON (RFC 8259) from bytes, one value after the other, as the caller asks for them.
///
/// It is strict: UTF-8 is validated, a byte order mark and anything after the end are refused. An escaped surrogate
/// without its other half becomes U+FFFD. Numbers never overflow: an integer that doesn't fit becomes a double, and a
/// double out of range becomes the largest one.
///
/// The bytes must outlive the reader, and what it hands out of them (`JSONKey`, raw slices).
///
/// ```swift
/// try reader.beginObject()
/// while let key = try reader.nextKey() {
///     switch key {
///     case "title": title = try reader.readOptionalString()
///     default: try reader.skipValue()
///     }
/// }
/// try reader.finish()
/// ```
public struct JSONReader {
    let bytes: UnsafeRawBufferPointer
    var offset = 0
    /// How many more objects and arrays may be opened inside each other.
    var levelsLeft: Int
    /// Whether the object or array at hand was just opened, so that no comma precedes what comes.
    var isFirst = false

    /// - Parameter depthLimit: how deep objects and arrays may be nested.
    public init(_ bytes: UnsafeRawBufferPointer, depthLimit: Int = 128) {
        self.bytes = bytes
        levelsLeft = depthLimit
    }

    /// Reads one whole document from an array of bytes; what follows it but white space is an error.
    @inlinable
    public static func read<Value>(
        _ bytes: [UInt8], depthLimit: Int = 128, _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
            var reader = JSONReader(UnsafeRawBufferPointer(buffer), depthLimit: depthLimit)
            let value = try body(&reader)
            try reader.finish()
            return value
        }
    }

    /// The kinds of a value.
    public enum Kind: Equatable, Sendable {
        case null, bool, number, string, array, object
    }

    /// The kind of the value that comes next, which is not read yet.
    public mutating func peekKind() throws(JSONError) -> Kind {
        switch peekToken() {
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        default: throw unexpected()
        }
    }

    // MARK: Structure

    /// Enters an object; `nextKey` then names its members.
    public mutating func beginObject() throws(JSONError) {
        try open(UInt8(ascii: "{"))
    }

    /// The next member's name, whose value must be read or skipped before the next call; nil when the object ended.
    public mutating func nextKey() throws(JSONError) -> JSONKey? {
        guard try next(closing: UInt8(ascii: "}")) else { return nil }
        guard peekToken() == UInt8(ascii: "\"") else { throw unexpected() }
        let name = try scanString()
        guard peekToken() == UInt8(ascii: ":") else { throw unexpected() }
        offset &+= 1
        return JSONKey(raw: name.raw, hasEscapes: name.hasEscapes)
    }

    /// Enters an array; `nextElement` then tells whether there is something to read.
    public mutating func beginArray() throws(JSONError) {
        try open(UInt8(ascii: "["))
    }

    /// Whether another element follows, which must be read or skipped before the next call; false when the array ended.
    public mutating func nextElement() throws(JSONError) -> Bool {
        try next(closing: UInt8(ascii: "]"))
    }

    /// Throws unless nothing but white space follows.
    public mutating func finish() throws(JSONError) {
        skipWhiteSpace()
        guard offset == bytes.count else { throw JSONError(.trailingCharacters, offset: offset) }
    }

    private mutating func open(_ bracket: UInt8) throws(JSONError) {
        guard peekToken() == bracket else { throw wrongType() }
        guard levelsLeft > 0 else { throw JSONError(.tooDeep, offset: offset) }
        levelsLeft &-= 1
        offset &+= 1
        isFirst = true
    }

    private mutating func next(closing bracket: UInt8) throws(JSONError) -> Bool {
        let token = peekToken()
        if token == bracket {
            offset &+= 1
            levelsLeft &+= 1
            isFirst = false
            return false
        }
        if isFirst {
            isFirst = false
            return true
        }
        guard token == UInt8(ascii: ",") else { throw unexpected() }
        offset &+= 1
        guard peekToken() != bracket else { throw unexpected() }
        return true
    }

    // MARK: Tokens

    /// The next byte that isn't white space, or NUL at the end, which no value begins with.
    @inline(__always)
    mutating func peekToken() -> UInt8 {
        skipWhiteSpace()
        return peek
    }

    /// The byte at hand, or NUL at the end.
    @inline(__always)
    var peek: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    @inline(__always)
    mutating func skipWhiteSpace() {
        while offset < bytes.count {
            let byte = bytes[offset]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            offset &+= 1
        }
    }

    func unexpected() -> JSONError {
        JSONError(offset < bytes.count ? .unexpectedCharacter : .unexpectedEnd, offset: offset)
    }

    /// The error where the next value isn't of the type asked for: that, if there is a value at all.
    mutating func wrongType() -> JSONError {
        guard (try? peekKind()) != nil else { return unexpected() }
        return JSONError(.wrongType, offset: offset)
    }
}
