import JSON

/// What tells which request an answer is for; echoed exactly as it was written.
public enum RequestID: Equatable, Sendable {
    case null
    /// An integer that is written as this one would be.
    case integer(Int)
    /// Any other number or a string, as it is written in JSON.
    case raw([UInt8])

    /// Reads an id; nil if it is neither a string, a number nor null.
    init?(reading reader: inout JSONReader) throws(JSONError) {
        switch try reader.peekKind() {
        case .null:
            _ = try reader.readNull()
            self = .null
        case .number:
            let raw = try reader.readRaw()
            self = Self.canonicalInteger(raw).map { .integer($0) } ?? .raw(Array(raw))
        case .string: self = .raw(Array(try reader.readRaw()))
        case .bool, .array, .object:
            try reader.skipValue()
            return nil
        }
    }

    /// Writes it as it was written.
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .integer(let value): writer.value(value)
        case .raw(let bytes): writer.raw(bytes)
        }
    }

    /// Small positive integers, which most clients count with, need no memory of their own.
    private static func canonicalInteger(_ raw: UnsafeRawBufferPointer) -> Int? {
        guard raw.count <= 18 else { return nil }
        var value = 0
        for byte in raw {
            let digit = byte &- 0x30
            guard digit < 10 else { return nil }
            value = value &* 10 &+ Int(digit)
        }
        return value
    }
}
