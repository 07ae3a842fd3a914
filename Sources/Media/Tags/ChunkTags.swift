/// The tags of the formats that consist of chunks: RIFF (WAV) and FORM (AIFF).
extension TagReader {
    private static let mostChunks = 1024
    private static let mostText = 1 << 16

    /// The tags of a WAV file: its ID3 chunk, then its INFO list.
    mutating func wave() -> Tags {
        var tags = Tags()
        var info = Tags()
        chunks(from: 12, to: window.size, bigEndian: false) { reader, id, start, end in
            if id.lowercased() == "id3 ", tags == Tags() {
                tags = reader.id3v2(at: start)?.tags ?? Tags()
            } else if id == "LIST", reader.window.holds("INFO", at: start) {
                reader.chunks(from: start + 4, to: end, bigEndian: false) { reader, id, start, end in
                    guard let field = Self.infoField(id) else { return }
                    info.add(field, reader.chunkText(from: start, to: end))
                }
            }
        }
        tags.fill(from: info)
        return tags
    }

    /// The tags of an AIFF file: its ID3 chunk, then its texts.
    mutating func aiff() -> Tags {
        var tags = Tags()
        var texts = Tags()
        chunks(from: 12, to: window.size, bigEndian: true) { reader, id, start, end in
            switch id {
            case "ID3 ", "id3 ": if tags == Tags() { tags = reader.id3v2(at: start)?.tags ?? Tags() }
            case "NAME": texts.add(.title, reader.chunkText(from: start, to: end))
            case "AUTH": texts.add(.artist, reader.chunkText(from: start, to: end))
            default: break
            }
        }
        tags.fill(from: texts)
        return tags
    }

    private static func infoField(_ id: String) -> TagField? {
        switch id {
        case "INAM": .title
        case "IART": .artist
        case "IPRD": .album
        case "ICRD": .date
        case "IGNR": .genre
        case "ITRK", "IPRT": .track
        default: nil
        }
    }

    private mutating func chunkText(from start: Int, to end: Int) -> String {
        decoder.text(window.bytes(at: start, count: min(end - start, Self.mostText)).prefix { $0 != 0 })
    }

    /// Calls `body` with each chunk between `start` and `limit`.
    mutating func chunks(
        from start: Int, to limit: Int, bigEndian: Bool,
        _ body: (inout TagReader, _ id: String, _ start: Int, _ end: Int) -> Void
    ) {
        var offset = start
        for _ in 0..<Self.mostChunks {
            var header = window.reader(at: offset, count: 8)
            guard let id = header.take(4), let size = bigEndian ? header.bigEndian(4) : header.littleEndian(4),
                offset + 8 <= limit
            else { return }
            // A recorder that was killed leaves a size of all ones behind.
            let end = min(offset + 8 + size, limit)
            body(&self, String(decoding: id, as: UTF8.self), offset + 8, end)
            offset = end + size & 1
        }
    }
}
