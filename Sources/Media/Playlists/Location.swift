/// How local paths and addresses are written in one text.
///
/// A path stands as it is. Where its bytes are not UTF-8 or hold a control character, it stands as a percent-encoded
/// `file://` address instead, so that it can travel in text and still be opened.
public enum Location {
    /// The text that stands for the path with these bytes.
    public static func uri(path bytes: some Collection<UInt8>) -> String {
        let text = bytes.withContiguousStorageIfAvailable(plainText) ?? Array(bytes).withUnsafeBufferPointer(plainText)
        return text ?? address(path: bytes)
    }

    /// The `file://` address of the path with these bytes, percent-encoded (RFC 8089).
    public static func address(path bytes: some Collection<UInt8>) -> String {
        "file://" + PercentEncoding.encode(bytes) { PercentEncoding.isPathByte($0) }
    }

    /// The path's bytes, which hold no NUL, that a text stands for; nil for an address elsewhere.
    ///
    /// Takes absolute paths and `file:` addresses with an empty host or `localhost`.
    public static func path(uri: String) -> [UInt8]? {
        let bytes = Array(uri.utf8)
        var path = bytes
        if let scheme = scheme(bytes[...]) {
            guard scheme == "file", let local = localPath(bytes.dropFirst(5)) else { return nil }
            path = PercentEncoding.decode(local)
        }
        return path.first == UInt8(ascii: "/") && !path.contains(0) ? path : nil
    }

    /// True for an http or https address, which names a host.
    public static func isRemote(_ uri: String) -> Bool {
        guard let scheme = scheme(of: uri), scheme == "http" || scheme == "https" else { return false }
        guard let first = uri.utf8.dropFirst(scheme.utf8.count + 3).first else { return false }
        return first != UInt8(ascii: "/") && first != UInt8(ascii: "?") && first != UInt8(ascii: "#")
    }

    /// The bytes of the path in an http or https address, percent signs decoded; nil for anything else.
    public static func path(ofAddress uri: String) -> [UInt8]? {
        let bytes = Array(uri.utf8)
        guard isRemote(uri), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let authority = bytes[colon...].dropFirst(3)
        let end = authority.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
        guard let slash = authority[..<end].firstIndex(of: UInt8(ascii: "/")) else { return [] }
        return PercentEncoding.decode(bytes[slash..<end])
    }

    /// The scheme of an address in lower case, `ftp` of `ftp://host/`; nil if it has none.
    public static func scheme(of uri: String) -> String? { scheme(Array(uri.utf8.prefix(16))[...]) }

    /// The scheme in lower case, without the colon; nil if there is none.
    ///
    /// A single letter is a drive, not a scheme.
    static func scheme(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let colon = bytes.prefix(16).firstIndex(of: UInt8(ascii: ":")), colon - bytes.startIndex > 1,
            let first = bytes.first, first.isLetter
        else { return nil }
        let name = bytes[..<colon]
        let rest = bytes[(colon + 1)...]
        guard name.allSatisfy({ $0.isLetter || $0.isDigit || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }),
            rest.starts(with: "//") || name.elementsEqual("file".utf8) && rest.starts(with: "/")
        else { return nil }
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    /// The bytes as text; nil where they are not UTF-8 or hold a character of Unicode's category Cc: C0, DEL or C1.
    ///
    /// By the bytes: a hundred thousand paths would wait for Unicode's tables.
    private static func plainText(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var previous: UInt8 = 0
        for byte in bytes {
            if byte < 0x20 || byte == 0x7F || previous == 0xC2 && byte < 0xA0 { return nil }
            previous = byte
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The path behind `file:`, still percent-encoded; nil if it is another computer's.
    private static func localPath(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard rest.starts(with: "//") else { return rest }
        let afterSlashes = rest.dropFirst(2)
        guard let slash = afterSlashes.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let host = String(decoding: afterSlashes[..<slash], as: UTF8.self).lowercased()
        return host.isEmpty || host == "localhost" ? afterSlashes[slash...] : nil
    }
}
