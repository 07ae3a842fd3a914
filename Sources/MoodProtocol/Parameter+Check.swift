import JSON

extension Parameter {
    /// Whether a value is one that this parameter takes.
    func accepts(_ value: JSONValue) -> Bool {
        switch (kind, value) {
        case (_, .null): isNullable
        case (.string, .string): true
        case (.playlistName, .string(let name)): PlaylistName.isValid(name)
        case (.words(let words), .string(let word)): words.contains(word)
        case (.integer(let range), _): value.integer.map(range.contains) ?? false
        case (.number(let range), _): value.number.map(range.contains) ?? false
        case (.bool, .bool): true
        case (.entry, _): Self.isEntry(value)
        case (.entries, .array(let values)): values.allSatisfy(Self.isEntry)
        case (.items, .array(let values)): values.allSatisfy { Item($0) != nil }
        case (.place(let words), .string(let word)): words.contains(word)
        case (.place, _): value.integer.map(Method.indices.contains) ?? false
        case (.topics, .array(let values)): values.allSatisfy { $0.string.flatMap(Topic.init(name:)) != nil }
        default: false
        }
    }

    private static func isEntry(_ value: JSONValue) -> Bool {
        value.integer.map((1...Int(UInt32.max)).contains) ?? false
    }
}
