/// APEv2 and APEv1 tags, as MP3, Monkey's Audio, WavPack and Musepack files have them at their ends.
extension TagReader {
    private static let frameSize = 32
    private static let mostItems = 1024
    private static let mostText = 1 << 20

    /// The tag whose footer ends at `end`, and the place where it begins; nil if none is there.
    mutating func ape(before end: Int) -> (tags: Tags, start: Int)? {
        guard window.holds("APETAGEX", at: end - Self.frameSize) else { return nil }
        var footer = window.reader(at: end - Self.frameSize + 8, count: 16)
        guard let version = footer.littleEndian(4), let size = footer.littleEndian(4),
            let count = footer.littleEndian(4), let flags = footer.littleEndian(4),
            version == 1000 || version == 2000, size >= Self.frameSize, size <= end
        else { return nil }
        let first = end - size
        let hasHeader = flags & 0x8000_0000 != 0 && first >= Self.frameSize
        var tags = Tags()
        var offset = first
        for _ in 0..<min(count, Self.mostItems) {
            guard let next = item(at: offset, before: end - Self.frameSize, into: &tags) else { break }
            offset = next
        }
        return (tags, hasHeader ? first - Self.frameSize : first)
    }

    /// Reads the item at `offset`; answers where the next one is, nil if this one isn't whole.
    private mutating func item(at offset: Int, before limit: Int, into tags: inout Tags) -> Int? {
        var reader = window.reader(at: offset, count: 8 + 256)
        guard let size = reader.littleEndian(4), let flags = reader.littleEndian(4), reader.rest.contains(0)
        else { return nil }
        let name = reader.prefix(through: 0)
        let key = String(decoding: name, as: UTF8.self)
        let start = offset + 8 + name.count + 1
        guard start <= limit, size <= limit - start else { return nil }
        let next = start + size
        if flags & 6 == 2 {
            guard contents.contains(.cover), key.lowercased().hasPrefix("cover art") else { return next }
            let use: Cover.Use = key.lowercased() == "cover art (front)" ? .front : .other
            guard use.rank < (tags.cover?.use.rank ?? .max) else { return next }
            // The picture follows its file's name.
            var value = window.reader(at: start, count: min(size, Cover.maximumSize + 1024))
            _ = value.prefix(through: 0)
            tags.cover = Cover(value.rest, use: use) ?? tags.cover
        } else if let field = TagField(key: key), wants(field), size <= Self.mostText {
            var value = window.reader(at: start, count: size)
            while !value.isAtEnd { tags.add(field, decoder.text(value.prefix(through: 0))) }
        }
        return next
    }
}
