/// Reads XML as a flat sequence of tags and texts, for which malformed input is only less of them.
///
/// Document types are passed over, so that no entity can be defined; nothing outside the document is ever read.
struct XMLReader {
    enum Event: Equatable {
        /// The element's name in lower case, without its prefix.
        case start(String)
        case end(String)
        /// Part of an element's text, with its references decoded.
        case text(String)
    }

    private static let longestName = 64
    private var rest: ArraySlice<UInt8>
    private var pendingEnd: String?
    private let decoder: TextDecoder

    /// A reader over a document in UTF-8, UTF-16 with its mark, or the encoding that its first line declares.
    init(_ bytes: [UInt8], decoder: TextDecoder) {
        self.decoder = decoder
        rest = bytes[...]
        if let order = UTF16Order(markOf: rest) {
            rest = Array(order.text(rest.dropFirst(2)).utf8)[...]
        } else if let encoding = Self.declaredEncoding(rest), String(validating: rest, as: UTF8.self) == nil,
            let text = Iconv(from: encoding)?.text(rest)
        {
            rest = Array(text.utf8)[...]
        }
    }

    /// The next tag or text; nil at the end.
    mutating func next() -> Event? {
        if let name = pendingEnd {
            pendingEnd = nil
            return .end(name)
        }
        while let first = rest.first {
            guard first == UInt8(ascii: "<") else {
                let end = rest.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
                defer { rest = rest[end...] }
                return .text(HTMLEntities.decode(decoder.text(rest[..<end])))
            }
            if rest.starts(with: "<!--") {
                skip(past: "-->")
            } else if rest.starts(with: "<![CDATA[") {
                let text = prefix(through: "]]>").dropFirst(9)
                return .text(decoder.text(text))
            } else if rest.starts(with: "<?") {
                skip(past: "?>")
            } else if rest.starts(with: "<!") {
                skipDocumentType()
            } else if let event = tag() {
                return event
            }
        }
        return nil
    }

    private mutating func tag() -> Event? {
        var quote: UInt8?
        let close = rest.firstIndex { byte in
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
            return byte == UInt8(ascii: ">") && quote == nil
        }
        guard let close else {
            rest = []
            return nil
        }
        let inside = rest[..<close].dropFirst()
        rest = rest[close...].dropFirst()
        let isEnd = inside.first == UInt8(ascii: "/")
        let name = Self.name(isEnd ? inside.dropFirst() : inside)
        guard !name.isEmpty else { return nil }
        if isEnd { return .end(name) }
        if inside.last == UInt8(ascii: "/") { pendingEnd = name }
        return .start(name)
    }

    private static func name(_ bytes: ArraySlice<UInt8>) -> String {
        let name = bytes.prefix(longestName).prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
        let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
        return String(decoding: local, as: UTF8.self).lowercased()
    }

    /// Passes over `<!DOCTYPE … [ … ]>`.
    private mutating func skipDocumentType() {
        var brackets = 0
        let end = rest.firstIndex { byte in
            if byte == UInt8(ascii: "[") { brackets += 1 }
            if byte == UInt8(ascii: "]") { brackets -= 1 }
            return byte == UInt8(ascii: ">") && brackets <= 0
        }
        rest = end.map { rest[($0 + 1)...] } ?? []
    }

    private mutating func skip(past mark: StaticString) {
        _ = prefix(through: mark)
    }

    /// What precedes the next `mark`, which is passed over; everything if there is none.
    private mutating func prefix(through mark: StaticString) -> ArraySlice<UInt8> {
        let found = rest.firstIndex(of: mark)
        defer { rest = found.map { rest[($0 + mark.utf8CodeUnitCount)...] } ?? [] }
        return found.map { rest[..<$0] } ?? rest
    }

    private static func declaredEncoding(_ bytes: ArraySlice<UInt8>) -> String? {
        let head = bytes.prefix(200).prefix { $0 != UInt8(ascii: ">") }
        guard head.starts(with: "<?xml"), let mark = head.firstIndex(of: "encoding=") else { return nil }
        let value = head[mark...].dropFirst(9)
        guard let quote = value.first else { return nil }
        let name = String(decoding: value.dropFirst().prefix { $0 != quote }, as: UTF8.self)
        return name.isEmpty ? nil : name
    }
}
