/// Lyrics3 (id3.org/Lyrics3 and Lyrics3v2), which stands before an ID3v1 tag.
enum Lyrics3 {
    private static let begin: StaticString = "LYRICSBEGIN"
    /// Version 1 has no size; its lyrics are at most 5,100 bytes.
    private static let firstVersionSize = 5100 + 20
    private static let most = 1 << 20

    /// Where the tag that ends at `end` begins; nil if none is there.
    static func start(before end: Int, in window: inout Window) -> Int? {
        if window.holds("LYRICS200", at: end - 9) {
            let digits = window.bytes(at: end - 15, count: 6)
            guard let size = Int(String(decoding: digits, as: UTF8.self)), size >= 11, size <= most else { return nil }
            let start = end - 15 - size
            return window.holds(begin, at: start) ? start : nil
        }
        guard window.holds("LYRICSEND", at: end - 9) else { return nil }
        let start = max(0, end - firstVersionSize)
        let bytes = window.bytes(at: start, count: end - start)
        return bytes.firstIndex(of: begin).map { start + $0 - bytes.startIndex }
    }

    /// The fields of a whole tag.
    static func tags(_ bytes: ArraySlice<UInt8>, _ contents: TagContents, _ decoder: TextDecoder) -> Tags {
        var tags = Tags()
        var reader = ByteReader(bytes.dropFirst(11).dropLast(9))
        if bytes.suffix(9).starts(with: "LYRICSEND") {
            if contents.contains(.lyrics) { tags.add(.lyrics, decoder.text(reader.rest)) }
            return tags
        }
        while let id = reader.take(3), let digits = reader.take(5),
            let size = Int(String(decoding: digits, as: UTF8.self)), let value = reader.take(size)
        {
            let text = decoder.text(value)
            switch String(decoding: id, as: UTF8.self) {
            case "ETT": tags.add(.title, text)
            case "EAR": tags.add(.artist, text)
            case "EAL": tags.add(.album, text)
            case "LYR" where contents.contains(.lyrics): tags.add(.lyrics, text)
            default: break
            }
        }
        return tags
    }
}
