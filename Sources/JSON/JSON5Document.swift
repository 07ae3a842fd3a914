/// A file of JSON5 (json5.org, 1.0.0), JSON for people: comments, trailing commas, names without quotation marks.
public struct JSON5Document: Equatable, Sendable {
    /// What the file holds.
    public let root: JSON5Value

    /// Reads a file's bytes, which are UTF-8; a byte order mark at the start is white space.
    ///
    /// - Parameter depthLimit: how deep objects and arrays may be nested.
    public init(parsing bytes: [UInt8], depthLimit: Int = 64) throws(JSON5Error) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw JSON5Error(line: JSON5Parser.lineOfInvalidUTF8(bytes), "this line isn't UTF-8")
        }
        var parser = JSON5Parser(text, depthLimit: depthLimit)
        root = try parser.parseDocument()
    }
}

/// Why a file could not be read as JSON5.
public struct JSON5Error: Error, Equatable, Sendable, CustomStringConvertible {
    /// The line at fault, counted from 1.
    public let line: Int
    /// What is wrong with it, for a person.
    public let message: String

    init(line: Int, _ message: String) {
        self.line = line
        self.message = message
    }

    /// The line and what is wrong with it.
    public var description: String { "line \(line): \(message)" }
}

/// A value of a JSON5 file, which knows where it stands.
public struct JSON5Value: Equatable, Sendable {
    /// The kinds of value and what they hold.
    public enum Content: Equatable, Sendable {
        case null
        case bool(Bool)
        case integer(Int)
        /// May be infinite or not a number, which JSON5 can write.
        case number(Double)
        case string(String)
        case array([JSON5Value])
        /// In the order of the file; a name may come twice, and the last one counts.
        case object([Member])
    }

    /// A name and its value.
    public struct Member: Equatable, Sendable {
        /// The name, its escapes resolved.
        public let name: String
        /// The line of the name, counted from 1.
        public let line: Int
        /// The value.
        public let value: JSON5Value
    }

    /// What it holds.
    public let content: Content
    /// The line where it begins, counted from 1.
    public let line: Int
}

extension JSON5Value {
    /// Whether it is null.
    public var isNull: Bool { content == .null }

    /// The value, if it is true or false.
    public var bool: Bool? { if case .bool(let value) = content { value } else { nil } }

    /// The value, if it is a whole number that fits: `3`, and `3.0` too.
    public var integer: Int? {
        switch content {
        case .integer(let value): value
        case .number(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The value, if it is a finite number.
    public var number: Double? {
        switch content {
        case .integer(let value): Double(value)
        case .number(let value): value.isFinite ? value : nil
        default: nil
        }
    }

    /// The value, if it is a string.
    public var string: String? { if case .string(let value) = content { value } else { nil } }

    /// The elements, if it is an array.
    public var array: [JSON5Value]? { if case .array(let value) = content { value } else { nil } }

    /// The members, if it is an object.
    public var members: [Member]? { if case .object(let value) = content { value } else { nil } }

    /// The value of that name, if it is an object and has one; the last one counts.
    public subscript(name: String) -> JSON5Value? {
        members?.last { $0.name == name }?.value
    }
}
