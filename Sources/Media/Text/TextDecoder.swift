/// Turns bytes of an unknown or falsely declared encoding into text.
///
/// Valid UTF-8 is always taken for UTF-8. Anything else is read in the first of the fallback encodings in which all of
/// it has a meaning, and as Windows-1252 if there is none. What leaves is always valid.
public struct TextDecoder: Equatable, Sendable {
    /// Names of encodings as iconv knows them, in the order in which they are tried.
    public var fallbackEncodings: [String]

    /// A decoder with these fallback encodings; an unknown name is passed over.
    public init(fallbackEncodings: [String] = []) {
        self.fallbackEncodings = fallbackEncodings
    }

    /// True if `encoding` is a name that iconv knows.
    public static func knows(encoding: String) -> Bool {
        Iconv(from: encoding) != nil
    }

    /// The text of `bytes`, in any encoding; a byte order mark is honoured, and removed like all NULs.
    public func text(_ bytes: ArraySlice<UInt8>) -> String {
        if let order = UTF16Order(markOf: bytes) { return order.text(bytes.dropFirst(2)).withoutNULs }
        let bytes = bytes.starts(with: "\u{FEFF}") ? bytes.dropFirst(3) : bytes
        // Most of what is read is what it should be.
        if !bytes.contains(0) { return utf8(bytes) ?? fallback(bytes).withoutNULs }
        if let order = UTF16Order(guessedFrom: bytes) { return order.text(bytes).withoutNULs }
        return (utf8(bytes) ?? fallback(bytes)).withoutNULs
    }

    /// The text of `bytes`, in any encoding; a byte order mark is honoured, and removed like all NULs.
    public func text(_ bytes: [UInt8]) -> String {
        text(bytes[...])
    }

    private func fallback(_ bytes: ArraySlice<UInt8>) -> String {
        for encoding in fallbackEncodings {
            if encoding.uppercased().hasPrefix("GB"), Self.highBytesStandAlone(bytes) { continue }
            if let text = Iconv(from: encoding)?.text(bytes) { return text }
        }
        return Windows1252.text(bytes)
    }

    /// The text if it is UTF-8; a sequence that a field's fixed length cut off at the end is dropped.
    private func utf8(_ bytes: ArraySlice<UInt8>) -> String? {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        guard let lead = bytes.suffix(3).lastIndex(where: { $0 >= 0xC2 }) else { return nil }
        let whole = bytes[..<lead]
        // One whole sequence proves UTF-8; without it, a lead byte at the end is as likely a Latin letter.
        guard whole.contains(where: { $0 >= 0x80 }), Self.sequenceLength(bytes[lead]) > bytes.endIndex - lead,
            bytes[(lead + 1)...].allSatisfy({ $0 & 0xC0 == 0x80 })
        else { return nil }
        return String(validating: whole, as: UTF8.self)
    }

    private static func sequenceLength(_ lead: UInt8) -> Int {
        switch lead {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    /// Chinese text has high bytes in pairs; where each stands between ASCII letters, it is `Björk`.
    private static func highBytesStandAlone(_ bytes: ArraySlice<UInt8>) -> Bool {
        zip(bytes, bytes.dropFirst()).allSatisfy { $0 < 0x80 || $1 < 0x80 }
    }
}
