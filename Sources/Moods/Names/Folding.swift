import CUTF8Proc
import Glibc

/// Text as it is compared when somebody searches: without regard to case, diacritics, width, ligatures, and the ways in
/// which Unicode writes the same letter.
///
/// `Sigur Rós`, `SIGUR ROS` and `ｓｉｇｕｒ ｒｏｓ` are one. Folding what is folded changes nothing.
public enum Folding {
    /// The folded text; NULs are gone.
    public static func fold(_ text: String) -> String {
        var text = text
        if let ascii = text.withUTF8(foldASCII) { return ascii }
        let decomposed = text.withUTF8(map) ?? text
        var folded = ""
        folded.reserveCapacity(decomposed.utf8.count)
        for scalar in decomposed.unicodeScalars {
            if scalar.value < 0x80 {
                folded.unicodeScalars.append(scalar)
            } else if let plain = plain[scalar] {
                folded += plain
            } else {
                folded.unicodeScalars.append(scalar)
            }
        }
        return folded
    }

    /// The words of a text, folded: what stands between spaces.
    public static func words(_ text: String) -> [String] {
        fold(text).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Most text is ASCII, and folded in one go; nil for the rest.
    private static func foldASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.allSatisfy({ $0 < 0x80 && $0 != 0 }) else { return nil }
        return String(unsafeUninitializedCapacity: bytes.count) { buffer in
            for index in bytes.indices {
                let byte = bytes[index]
                buffer[index] = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
            }
            return bytes.count
        }
    }

    private static let options = utf8proc_option_t(
        rawValue: UTF8PROC_COMPOSE.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_STRIPMARK.rawValue
            | UTF8PROC_CASEFOLD.rawValue | UTF8PROC_IGNORE.rawValue)

    private static func map(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var result: UnsafeMutablePointer<UInt8>?
        let count = utf8proc_map(bytes.baseAddress, bytes.count, &result, options)
        guard let result else { return nil }
        defer { free(result) }
        guard count >= 0 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: result, count: count).lazy.filter { $0 != 0 }, as: UTF8.self)
    }

    /// Letters that Unicode doesn't take for a letter with a mark, and the signs that keyboards lack.
    private static let plain: [Unicode.Scalar: String] = [
        "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t",
        "ŋ": "n", "ĸ": "k", "ƒ": "f", "ɨ": "i", "ʻ": "'", "ʼ": "'", "‘": "'", "’": "'", "‚": "'", "′": "'", "“": "\"",
        "”": "\"", "„": "\"", "«": "\"", "»": "\"", "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-",
        "−": "-", "⁄": "/",
    ]
}
