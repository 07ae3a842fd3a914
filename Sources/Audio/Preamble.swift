/// What stands in front of the sound and belongs to nobody's decoder: ID3v2 tags, and the wrapping of an MP3 in RIFF.
struct Preamble: Equatable, Sendable {
    /// Where the sound begins.
    var start: Int64
    /// Where the wrapping says that it ends.
    var end: Int64?
    /// The first bytes behind the tags.
    var head: [UInt8]

    /// Passes over any number of ID3v2 tags, of any size, by their own lengths.
    static func read(_ source: any ByteSource) throws(Obstacle) -> Preamble {
        var start: Int64 = 0
        var head = try source.bytes(at: 0, count: 4096)
        for _ in 0..<64 {
            guard let size = ID3.tagSize(head) else { break }
            start += size
            head = try source.bytes(at: start, count: 4096)
        }
        guard head.has("RIFF"), head.has("WAVE", at: 8) else { return Preamble(start: start, end: nil, head: head) }
        return try unwrap(source, from: start, head: head)
    }

    /// Walks RIFF's chunks to the data, if the format chunk says that it is MPEG audio.
    private static func unwrap(
        _ source: any ByteSource, from start: Int64, head: [UInt8]
    ) throws(Obstacle) -> Preamble {
        let plain = Preamble(start: start, end: nil, head: head)
        var isMPEG = false
        var offset = start + 12
        for _ in 0..<64 {
            let chunk = try source.bytes(at: offset, count: 10)
            guard let size = chunk.littleEndian32(at: 4).map(Int64.init) else { return plain }
            if chunk.has("fmt "), chunk.count == 10 {
                let code = Int(chunk[8]) | Int(chunk[9]) << 8
                isMPEG = code == 0x55 || code == 0x50
            } else if chunk.has("data") {
                guard isMPEG else { return plain }
                let data = offset + 8
                let end = min(source.length ?? .max, data + size)
                return try Preamble(
                    start: data, end: size == 0 || end == .max ? nil : end,
                    head: source.bytes(at: data, count: 4096))
            }
            offset += 8 + size + size % 2
        }
        return plain
    }
}

/// What stands behind the sound: ID3v1, APEv2 and Lyrics3 tags, whose bytes could be mistaken for frames.
enum Trailer {
    /// Where the first of the tags at the end begins; `end` if there are none.
    static func start(
        in source: any ByteSource, from start: Int64, to end: Int64
    ) throws(Obstacle) -> Int64 {
        var end = end
        for _ in 0..<8 {
            let size = try tagSize(source, before: end)
            guard size > 0, end - size >= start else { break }
            end -= size
        }
        return end
    }

    private static func tagSize(_ source: any ByteSource, before end: Int64) throws(Obstacle) -> Int64 {
        guard end >= 128 else { return 0 }
        let tail = try source.bytes(at: end - 128, count: 128)
        if tail.has("TAG") { return 128 }
        if tail.has("APETAGEX", at: 96), let size = tail.littleEndian32(at: 108),
            let flags = tail.littleEndian32(at: 116)
        {
            return Int64(size) + (flags >> 31 == 1 ? 32 : 0)
        }
        if tail.has("LYRICS200", at: 119), let size = Int64(String(decoding: tail[113..<119], as: UTF8.self)) {
            return size + 15
        }
        if tail.has("3DI", at: 118) { return ID3.size(Array(tail[118...])) }
        return 0
    }
}

/// The outer shape of ID3v2 tags; what is in them is read elsewhere.
enum ID3 {
    /// The bytes of the tag that begins here, with header and footer; nil if none does.
    static func tagSize(_ bytes: [UInt8]) -> Int64? {
        guard bytes.count >= 10, bytes.has("ID3"), bytes[3] < 0xFF, bytes[4] < 0xFF else { return nil }
        let size = size(bytes)
        return size > 0 ? size : nil
    }

    /// The size that a header or footer tells; 0 if it isn't one.
    static func size(_ bytes: [UInt8]) -> Int64 {
        guard bytes.count >= 10, bytes[6...9].allSatisfy({ $0 < 0x80 }) else { return 0 }
        let body = bytes[6...9].reduce(0) { $0 << 7 | Int64($1) }
        return body + (bytes[5] & 0x10 != 0 ? 20 : 10)
    }
}
