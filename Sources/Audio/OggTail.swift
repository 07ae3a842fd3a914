/// The end of an Ogg file (RFC 3533) that may have been cut off in the middle of a page.
///
/// libsndfile looks for the last page to learn the length, and refuses a file whose last page isn't whole.
enum OggTail {
    /// The longest page: a header of 27 bytes, 255 lacing values, and 255 bytes for each of them.
    private static let longestPage = 27 + 255 + 255 * 255

    /// Where the last whole page ends; the source's end if no page is found there.
    static func end(in source: any ByteSource) throws(Obstacle) -> Int64 {
        let length = source.length ?? 0
        let start = max(0, length - 2 * Int64(longestPage))
        let tail = try source.bytes(at: start, count: Int(length - start))
        for offset in tail.indices.reversed() where tail[offset] == UInt8(ascii: "O") && tail.has("OggS", at: offset) {
            if let size = pageSize(tail, at: offset), offset + size <= tail.count {
                return start + Int64(offset + size)
            }
        }
        return length
    }

    private static func pageSize(_ bytes: [UInt8], at offset: Int) -> Int? {
        guard offset + 27 <= bytes.count else { return nil }
        let segments = Int(bytes[offset + 26])
        guard offset + 27 + segments <= bytes.count else { return nil }
        return 27 + segments + bytes[(offset + 27)..<(offset + 27 + segments)].reduce(0) { $0 + Int($1) }
    }
}
