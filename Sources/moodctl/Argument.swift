/// One word of the command line, or one line of standard input: bytes, for a path needn't be UTF-8.
struct Argument: Equatable, ExpressibleByStringLiteral {
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }
    init(_ text: String) { bytes = Array(text.utf8) }
    init(stringLiteral text: String) { self.init(text) }

    /// The word as text; what isn't UTF-8 is shown as U+FFFD.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The words behind the program's name.
    static func all(count: Int32, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> [Argument] {
        (0..<Int(count)).dropFirst().compactMap { index in
            words[index].map { word in
                var end = word
                while end.pointee != 0 { end += 1 }
                return Argument(bytes: UnsafeBufferPointer(start: word, count: end - word).map(UInt8.init(bitPattern:)))
            }
        }
    }
}
