extension TagReader {
    private static let mostComments = 10_000
    private static let mostText = 1 << 20
    /// Longer names than this are of no field.
    private static let longestName = 64

    /// The comments of Vorbis, Opus and FLAC: a program's name, a count, and texts such as `TITLE=…`.
    mutating func vorbisComments(at start: Int, before end: Int, into tags: inout Tags) {
        var head = window.reader(at: start, count: 4)
        guard let vendor = head.littleEndian(4) else { return }
        var offset = start + 4 + vendor
        var reader = window.reader(at: offset, count: 4)
        guard let count = reader.littleEndian(4) else { return }
        offset += 4
        for _ in 0..<min(count, Self.mostComments) {
            var reader = window.reader(at: offset, count: 4 + Self.longestName)
            guard let size = reader.littleEndian(4), offset + 4 < end else { return }
            let next = offset + 4 + size
            if let equals = reader.rest.prefix(size).firstIndex(of: UInt8(ascii: "=")) {
                let name = reader.rest[..<equals]
                let value = offset + 4 + name.count + 1
                // The last comment may be cut off.
                comment(String(decoding: name, as: UTF8.self), from: value, to: min(next, end), into: &tags)
            }
            offset = next
        }
    }

    private mutating func comment(_ name: String, from start: Int, to end: Int, into tags: inout Tags) {
        if let field = TagField(key: name) {
            guard wants(field), end - start <= Self.mostText else { return }
            tags.add(field, decoder.text(window.bytes(at: start, count: end - start).filter { $0 != 0 }))
        } else if contents.contains(.cover), tags.cover?.use != .front {
            let most = (Cover.maximumSize + 1024) / 3 * 4
            switch name.uppercased() {
            case "METADATA_BLOCK_PICTURE":
                let block = Base64.decode(window.bytes(at: start, count: min(end - start, most)))
                var inner = TagReader(RandomAccess(block), contents, decoder)
                inner.flacPicture(at: 0, before: block.count, into: &tags)
            case "COVERART":
                let bytes = Base64.decode(window.bytes(at: start, count: min(end - start, most)))
                tags.cover = tags.cover ?? Cover(bytes[...], use: .other)
            default: break
            }
        }
    }
}
