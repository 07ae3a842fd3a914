/// How the texts of an ID3v2 frame are encoded.
enum ID3v2Encoding: UInt8 {
    case latin = 0, utf16, utf16BigEndian, utf8

    /// The bytes that end a text.
    var terminatorSize: Int { self == .utf16 || self == .utf16BigEndian ? 2 : 1 }
}

/// A cursor over the texts of an ID3v2 frame.
struct ID3v2Text {
    let encoding: ID3v2Encoding
    let decoder: TextDecoder
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>, _ encoding: ID3v2Encoding, _ decoder: TextDecoder) {
        rest = bytes
        self.encoding = encoding
        self.decoder = decoder
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Passes over `count` bytes; false if there are fewer.
    mutating func skip(_ count: Int) -> Bool {
        guard rest.count >= count else { return false }
        rest = rest.dropFirst(count)
        return true
    }

    mutating func byte() -> UInt8? {
        rest.popFirst()
    }

    /// Four bytes, the highest first.
    mutating func number() -> Int? {
        var reader = ByteReader(rest)
        guard let number = reader.bigEndian(4) else { return nil }
        rest = reader.rest
        return number
    }

    /// The bytes up to the next zero, whatever the encoding.
    mutating func latin() -> ArraySlice<UInt8> {
        var reader = ByteReader(rest)
        defer { rest = reader.rest }
        return reader.prefix(through: 0)
    }

    /// The text up to its terminator, or to the end.
    mutating func string() -> String {
        guard encoding.terminatorSize == 2 else { return text(latin()) }
        var index = rest.startIndex
        while rest.endIndex - index >= 2, rest[index] != 0 || rest[index + 1] != 0 { index += 2 }
        let isTerminated = rest.endIndex - index >= 2
        defer { rest = isTerminated ? rest[(index + 2)...] : [] }
        return text(isTerminated ? rest[..<index] : rest)
    }

    /// All texts that are left.
    mutating func values() -> [String] {
        var values: [String] = []
        while !isAtEnd, values.count < 256 { values.append(string()) }
        return values
    }

    /// All that is left as one text, with line ends for terminators.
    mutating func remainder() -> String {
        values().joined(separator: "\n")
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String {
        switch encoding {
        case .latin, .utf8: decoder.text(bytes)
        case .utf16: UTF16Order.text(bytes, declared: nil)
        case .utf16BigEndian: UTF16Order.text(bytes, declared: .big)
        }
    }
}
