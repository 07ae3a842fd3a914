/// Any JSON value, for what is small or of unknown shape.
public enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    /// Always finite when it was read.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// Reads the next value.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        switch try reader.peekKind() {
        case .null:
            _ = try reader.readNull()
            self = .null
        case .bool: self = .bool(try reader.readBool())
        case .number:
            switch try reader.readNumber() {
            case .integer(let value): self = .integer(value)
            case .double(let value): self = .number(value)
            }
        case .string: self = .string(try reader.readString())
        case .array:
            var elements: [JSONValue] = []
            try reader.beginArray()
            while try reader.nextElement() { elements.append(try JSONValue(reading: &reader)) }
            self = .array(elements)
        case .object: self = .object(try JSONObject(reading: &reader))
        }
    }

    /// Reads a whole document.
    public init(parsing bytes: [UInt8], depthLimit: Int = 128) throws(JSONError) {
        self = try JSONReader.read(bytes, depthLimit: depthLimit) { reader throws(JSONError) in
            try JSONValue(reading: &reader)
        }
    }

    /// Reads a whole document.
    public init(parsing text: String, depthLimit: Int = 128) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), depthLimit: depthLimit)
    }

    /// Writes it, compact.
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.value(value)
        case .integer(let value): writer.value(value)
        case .number(let value): writer.value(value)
        case .string(let value): writer.value(value)
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .object(let object): object.write(to: &writer)
        }
    }

    /// The value as compact JSON.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }
}

extension JSONValue {
    /// Whether it is null.
    public var isNull: Bool { self == .null }

    /// The value, if it is true or false.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The value, if it is a whole number that fits: `3`, and `3.0` too.
    public var integer: Int? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The value, if it is a number.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The value, if it is a string.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The elements, if it is an array.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The members, if it is an object.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

    /// The member of that name, if it is an object and has one.
    public subscript(name: String) -> JSONValue? { object?[name] }

    /// The element at that place, if it is an array and has one.
    public subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}
