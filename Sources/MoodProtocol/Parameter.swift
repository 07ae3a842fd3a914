/// One parameter of a method, as the dispatcher checks it.
public struct Parameter: Sendable {
    /// What a value may be.
    public enum Kind: Sendable {
        case string
        case playlistName
        case words([String])
        case integer(ClosedRange<Int>)
        /// Finite, within the range.
        case number(ClosedRange<Double>)
        case bool
        /// An entry's id.
        case entry
        case entries
        /// Paths or addresses, or objects with a `uri` and tags.
        case items
        /// Where to insert: an index counted from 0, or one of these words.
        case place([String])
        case topics
    }

    /// Its name.
    public let name: String
    /// What its value may be.
    public let kind: Kind
    /// Whether it must be there.
    public let isRequired: Bool
    /// Whether null is a value of its own, told apart from none.
    public let isNullable: Bool

    static func required(_ name: String, _ kind: Kind, nullable: Bool = false) -> Parameter {
        Parameter(name: name, kind: kind, isRequired: true, isNullable: nullable)
    }

    static func optional(_ name: String, _ kind: Kind, nullable: Bool = false) -> Parameter {
        Parameter(name: name, kind: kind, isRequired: false, isNullable: nullable)
    }

    /// What it takes, for a person.
    public var expectation: String {
        let value =
            switch kind {
            case .string: "a string"
            case .playlistName:
                "1 to \(PlaylistName.limit) bytes without \"/\", line ends or other control characters, and doesn't begin with a dot"
            case .words(let words): Self.list(words)
            case .integer(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
            case .number(let range): "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
            case .bool: "true or false"
            case .entry: "an entry's id"
            case .entries: "an array of entries' ids"
            case .items: "an array of paths, addresses, or objects with a uri and tags"
            case .place(let words): "an index counted from 0, or " + Self.list(words)
            case .topics: "an array of " + Self.list(Topic.allCases.map(\.name.description))
            }
        return isNullable ? value + ", or null" : value
    }

    private static func list(_ words: [String]) -> String {
        let quoted = words.map { "\"\($0)\"" }
        guard quoted.count > 1, let last = quoted.last else { return quoted.joined() }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }

    private static func text(_ number: Double) -> String {
        Int(exactly: number).map { String($0) } ?? String(number)
    }
}
