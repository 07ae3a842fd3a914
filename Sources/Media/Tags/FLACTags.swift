extension TagReader {
    private static let mostBlocks = 256

    /// The tags of a FLAC file whose mark is at `offset`.
    mutating func flac(at offset: Int) -> Tags {
        var tags = Tags()
        flacBlocks(at: offset) { reader, kind, start, end in
            switch kind {
            case 4: reader.vorbisComments(at: start, before: end, into: &tags)
            case 6 where reader.contents.contains(.cover): reader.flacPicture(at: start, before: end, into: &tags)
            default: break
            }
        }
        return tags
    }

    /// Calls `body` with each metadata block; answers where the audio begins.
    @discardableResult
    mutating func flacBlocks(
        at offset: Int, _ body: (inout TagReader, _ kind: Int, _ start: Int, _ end: Int) -> Void
    ) -> Int {
        var offset = offset + 4
        for _ in 0..<Self.mostBlocks {
            var header = window.reader(at: offset, count: 4)
            guard let kind = header.byte(), kind != 0xFF, let size = header.bigEndian(3) else { break }
            let start = offset + 4
            offset = start + size
            body(&self, Int(kind & 0x7F), start, min(offset, window.size))
            if kind & 0x80 != 0 { break }
        }
        return min(offset, window.size)
    }

    /// Takes the picture of a FLAC picture block if it is better than the one there is.
    mutating func flacPicture(at start: Int, before end: Int, into tags: inout Tags) {
        var head = window.reader(at: start, count: min(8, end - start))
        guard let number = head.bigEndian(4), let typeSize = head.bigEndian(4) else { return }
        let use = Cover.Use(number: number)
        guard use.rank < (tags.cover?.use.rank ?? .max) else { return }
        let description = start + 8 + typeSize
        guard description < end, let textSize = number32(at: description) else { return }
        // Width, height, depth and colours stand in between.
        let data = description + 4 + textSize + 16
        guard data < end, let size = number32(at: data), size <= Cover.maximumSize else { return }
        let bytes = window.bytes(at: data + 4, count: min(size, end - data - 4))
        tags.cover = Cover(bytes, use: use) ?? tags.cover
    }

    private mutating func number32(at offset: Int) -> Int? {
        var reader = window.reader(at: offset, count: 4)
        return reader.bigEndian(4)
    }
}
