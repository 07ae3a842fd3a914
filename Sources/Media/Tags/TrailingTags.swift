/// The tags that stand behind the audio: ID3v1, Lyrics3, APEv2 and an appended ID3v2.4, in any order.
extension TagReader {
    /// The tags at the end of the file, and the place where the audio ends.
    mutating func trailing() -> (tags: Tags, end: Int) {
        var end = window.size
        var best = Tags()
        var last = Tags()
        // Fetched in one read, as the tags are looked for backwards.
        _ = window.bytes(at: max(0, end - Window.block), count: Window.block)
        for _ in 0..<6 {
            if let tag = appendedID3v2(before: end) {
                best.fill(from: tag.tags)
                end = tag.start
            } else if let tag = ape(before: end) {
                best.fill(from: tag.tags)
                end = tag.start
            } else if let tag = lyrics3(before: end) {
                best.fill(from: tag.tags)
                end = tag.start
            } else if window.size == end, let tags = id3v1(before: end) {
                last = tags
                end -= ID3v1.size
            } else {
                break
            }
        }
        // Thirty bytes a field: the last resort.
        best.fill(from: last)
        return (best, end)
    }

    private mutating func id3v1(before end: Int) -> Tags? {
        guard window.holds("TAG", at: end - ID3v1.size) else { return nil }
        return ID3v1.tags(window.bytes(at: end - ID3v1.size, count: ID3v1.size), decoder)
    }

    private mutating func appendedID3v2(before end: Int) -> (tags: Tags, start: Int)? {
        let footer = window.bytes(at: end - ID3v2Header.size, count: ID3v2Header.size)
        guard let header = ID3v2Header(footer, mark: "3DI"), header.hasFooter else { return nil }
        let start = end - header.totalSize
        guard start >= 0, let tag = id3v2(at: start) else { return nil }
        return (tag.tags, start)
    }

    private mutating func lyrics3(before end: Int) -> (tags: Tags, start: Int)? {
        guard let start = Lyrics3.start(before: end, in: &window) else { return nil }
        return (Lyrics3.tags(window.bytes(at: start, count: end - start), contents, decoder), start)
    }
}
