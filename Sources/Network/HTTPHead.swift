/// The start of a server's answer.
public struct HTTPHead: Sendable, Equatable {
    /// 200, 206, 404 and so on.
    public var status: Int
    /// Header fields by their lower-case names; of a repeated one, the last.
    public var fields: [String: String]
    /// Where redirects led.
    public var url: String
    /// What a station calls itself, in an encoding of its own; nil if it doesn't.
    public var stationName: [UInt8]?

    /// An answer as the network thread read it.
    public init(status: Int, fields: [String: String], url: String) {
        self.status = status
        self.fields = fields
        self.url = url
    }

    /// The type without its parameters, in lower case: `audio/mpeg`.
    public var contentType: String? {
        guard let type = fields["content-type"]?.split(separator: ";").first else { return nil }
        return trimmed(type).lowercased()
    }

    /// Bytes in this answer's body.
    public var contentLength: UInt64? {
        fields["content-length"].flatMap { UInt64($0) }
    }

    /// The first byte of this answer's body within the whole, and the whole's length where it is told
    /// (RFC 9110, section 14.4); nil for anything but a 206.
    public var contentRange: (first: UInt64, total: UInt64?)? {
        guard status == 206, let value = fields["content-range"], value.hasPrefix("bytes ") else { return nil }
        let parts = value.dropFirst(6).split(separator: "/", maxSplits: 1)
        guard parts.count == 2, let first = parts[0].split(separator: "-").first.flatMap({ UInt64($0) }) else {
            return nil
        }
        return (first, UInt64(parts[1]))
    }

    /// The length of the whole, as far as this answer tells it.
    public var totalLength: UInt64? {
        contentRange?.total ?? (status == 200 ? contentLength : nil)
    }

    /// What makes sure that a later part belongs to the same whole (RFC 9110, section 13.1.5): weak tags don't.
    public var validator: String? {
        if let tag = fields["etag"], !tag.hasPrefix("W/") { return tag }
        return fields["last-modified"]
    }

    /// Audio bytes between two blocks of stream titles; nil when there are none.
    public var metadataInterval: Int? {
        fields["icy-metaint"].flatMap { Int($0) }.flatMap { $0 > 0 && $0 <= 1 << 20 ? $0 : nil }
    }

    /// Seconds to wait before asking again, as far as the server says so.
    public var retryAfter: Double? {
        guard let seconds = fields["retry-after"].flatMap({ Double($0) }), !seconds.isNaN else { return nil }
        return min(max(seconds, 0), 3600)
    }
}

/// The text without blanks at both ends.
func trimmed(_ text: some StringProtocol) -> String {
    let isBlank = { (character: Character) in character == " " || character == "\t" || character.isNewline }
    let start = text.drop(while: isBlank)
    guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(start[...last])
}
