/// Why bytes could not be read as JSON, or not as what was asked for.
public struct JSONError: Error, Equatable, Sendable {
    /// The kinds of fault.
    public enum Fault: Equatable, Sendable {
        case unexpectedEnd
        case unexpectedCharacter
        case invalidNumber
        case invalidEscape
        case controlCharacter
        case invalidUTF8
        case tooDeep
        case trailingCharacters
        /// The JSON is well formed, but the value is of another type than the reader asked for.
        case wrongType
    }

    /// What is wrong.
    public let fault: Fault
    /// The place, in bytes from the start.
    public let offset: Int

    /// A fault at a place, in bytes from the start.
    public init(_ fault: Fault, offset: Int) {
        self.fault = fault
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    /// What is wrong and where, for a person.
    public var description: String {
        let reason =
            switch fault {
            case .unexpectedEnd: "it ends too early"
            case .unexpectedCharacter: "unexpected character"
            case .invalidNumber: "not a number as JSON writes them"
            case .invalidEscape: "unknown escape in a string"
            case .controlCharacter: "control character in a string (it must be escaped)"
            case .invalidUTF8: "not UTF-8"
            case .tooDeep: "nested too deeply"
            case .trailingCharacters: "something follows the end"
            case .wrongType: "a value of another type was expected"
            }
        return "\(reason), at byte \(offset)"
    }
}
