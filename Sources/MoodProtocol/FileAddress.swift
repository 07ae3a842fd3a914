/// How paths travel as text.
///
/// A path whose bytes are UTF-8 without control characters travels as it is; any other as a percent-encoded `file://`
/// address (RFC 8089). Coming in, both are accepted for any path.
public enum FileAddress {
    /// The text for an absolute path's bytes.
    public static func uri(ofPath path: [UInt8]) -> String {
        if let text = String(validating: path, as: UTF8.self), !holdsControlCharacter(path) { return text }
        var uri = "file://"
        for byte in path {
            if isUnreserved(byte) {
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                uri += byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return uri
    }

    /// The bytes of the local path that a text names, without a NUL; nil if it names none.
    ///
    /// It is an absolute path, or a `file://` address without a host or with `localhost`. A query or fragment is part
    /// of the path, because people paste paths.
    public static func path(ofURI uri: String) -> [UInt8]? {
        let text = Array(uri.utf8)
        guard !text.contains(0) else { return nil }
        if text.first == UInt8(ascii: "/") { return text }
        guard let slash = indexOfPath(text) else { return nil }
        return decoded(text[slash...])
    }

    /// The one text under which a local path is known; an address elsewhere stays as it is.
    public static func normalized(_ uri: String) -> String {
        path(ofURI: uri).map(Self.uri(ofPath:)) ?? uri
    }

    /// Where the path begins in an address of a local file: after `file:`, and after its host if it has one.
    private static func indexOfPath(_ text: [UInt8]) -> Int? {
        func begins(with prefix: String) -> Bool {
            text.count >= prefix.utf8.count
                && zip(text, prefix.utf8).allSatisfy { (65...90).contains($0) ? $0 | 0x20 == $1 : $0 == $1 }
        }
        let slash = UInt8(ascii: "/")
        for authority in ["file://localhost", "file://"] where begins(with: authority) {
            let count = authority.utf8.count
            if text.count > count, text[count] == slash { return count }
        }
        return begins(with: "file:/") && !begins(with: "file://") ? 5 : nil
    }

    private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var path: [UInt8] = []
        path.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            var byte = text[index]
            if byte == UInt8(ascii: "%"), index + 2 < text.endIndex, let high = digit(text[index + 1]),
                let low = digit(text[index + 2])
            {
                byte = high << 4 | low
                index += 2
            }
            guard byte != 0 else { return nil }
            path.append(byte)
            index += 1
        }
        return path
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }

    /// Whether UTF-8 text holds a character of Unicode's category Cc: C0, DEL or C1.
    private static func holdsControlCharacter(_ text: [UInt8]) -> Bool {
        var previous: UInt8 = 0
        for byte in text {
            if byte < 0x20 || byte == 0x7F || (previous == 0xC2 && byte < 0xA0) { return true }
            previous = byte
        }
        return false
    }

    /// The characters that stand for themselves in a path: RFC 3986's unreserved ones, and the separator.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
