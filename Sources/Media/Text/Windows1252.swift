/// The encoding that text calls Latin-1 on most of the computers it was written on.
enum Windows1252 {
    /// The characters of the bytes 0x80 to 0x9F; those that have none stay the control characters of Latin-1.
    private static let high: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]

    /// The text of `bytes`; every byte has a meaning.
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(
            decoding: bytes.lazy.map { 0x80...0x9F ~= $0 ? high[Int($0) - 0x80] : UInt16($0) }, as: UTF16.self)
    }
}
