extension TagReader {
    private static let mostHeaderBytes = 16 << 20
    private static let mostPages = 4096

    /// The tags of the first stream of an Ogg file that holds audio.
    mutating func ogg() -> Tags {
        var tags = Tags()
        var codec: OggCodec?
        var serial = 0
        var packet: [UInt8] = []
        var index = 0
        var size = 0
        var offset = 0
        for _ in 0..<Self.mostPages where size < Self.mostHeaderBytes {
            guard let page = OggPage(at: offset, in: &window) else { break }
            offset = page.end
            if codec == nil {
                guard page.isFirst else { break }
                codec = OggCodec(window.bytes(at: page.body, count: min(64, page.end - page.body)))
                serial = page.serial
                continue
            }
            guard page.serial == serial, let codec else { continue }
            size += page.end - page.body
            var reader = window.reader(at: page.body, count: page.end - page.body)
            for piece in page.lacing {
                packet += reader.take(Int(piece)) ?? []
                guard piece < 255 else { continue }
                index += 1
                let isLast = !oggHeader(packet, index, codec, into: &tags)
                if isLast { return tags }
                packet = []
            }
        }
        return tags
    }

    /// Where the first page lies that holds audio; 0 if there is none.
    mutating func oggAudioStart() -> Int {
        var offset = 0
        for _ in 0..<Self.mostPages {
            guard let page = OggPage(at: offset, in: &window) else { break }
            if !page.isBeforeAudio { return offset }
            offset = page.end
        }
        return 0
    }

    /// Reads a header packet behind the first one; false if no tags can follow it.
    private func oggHeader(_ packet: [UInt8], _ index: Int, _ codec: OggCodec, into tags: inout Tags) -> Bool {
        var inner = TagReader(RandomAccess(packet), contents, decoder)
        if index == 1 {
            if let prefix = codec.commentPrefix(packet) {
                inner.vorbisComments(at: prefix, before: packet.count, into: &tags)
            }
            return codec == .flac && packet.first.map { $0 & 0x80 == 0 } == true
        }
        // FLAC has its other blocks, pictures among them, in packets of their own.
        guard let kind = packet.first, kind != 0xFF else { return false }
        if kind & 0x7F == 6, contents.contains(.cover) { inner.flacPicture(at: 4, before: packet.count, into: &tags) }
        return kind & 0x80 == 0
    }
}
