import JSON

/// JSON as music services send it: in any encoding, with line ends in strings, numbers as strings and the reverse.
enum LenientJSON {
    private static let deepest = 32

    /// The document; nil if it isn't JSON at all.
    static func parse(_ bytes: [UInt8], _ decoder: TextDecoder) -> JSONValue? {
        var text = Array(decoder.text(bytes).utf8)
        // Control characters mean nothing outside strings, and may not stand inside.
        for index in text.indices where text[index] < 0x20 { text[index] = 0x20 }
        return try? JSONValue(parsing: text, depthLimit: deepest)
    }
}

extension JSONValue {
    /// The text of a string or a number, with HTML's character references decoded; nil if it is empty.
    var lenientText: String? {
        let text: String
        switch self {
        case .string(let value): text = HTMLEntities.decode(value).withoutNULs.trimmed
        case .integer(let value): text = String(value)
        case .number(let value): text = String(value)
        default: return nil
        }
        return text.isEmpty ? nil : text
    }

    /// The value of a number or of a string that holds one.
    var lenientNumber: Double? {
        guard let value = number ?? string.flatMap({ Double($0.trimmed) }), value.isFinite else { return nil }
        return value
    }

    /// Whether it says yes: true, 1, "1" or "true".
    var lenientFlag: Bool? {
        switch self {
        case .bool(let value): value
        case .string(let text): text.lowercased() == "true" || lenientNumber.map { $0 != 0 } ?? false
        default: lenientNumber.map { $0 != 0 }
        }
    }

    /// The elements of an array, or the single value that stands for an array of one; none for null.
    var elements: [JSONValue] {
        array ?? (isNull ? [] : [self])
    }
}
