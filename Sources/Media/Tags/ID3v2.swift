/// Walking through the frames of an ID3v2 tag (id3.org, versions 2.2.0, 2.3.0 and 2.4.0).
extension TagReader {
    /// More frames than this are not looked at.
    private static let mostFrames = 4096
    /// A tag that is unsynchronised as a whole has to be read as a whole: so much of it, and more with a cover.
    private static let mostUnsynchronised = 1 << 20

    /// The tags of all ID3v2 tags at the beginning, and the place where the audio begins.
    mutating func leadingID3v2() -> (tags: Tags, end: Int) {
        var tags = Tags()
        var end = 0
        for _ in 0..<4 {
            guard let tag = id3v2(at: end) else { break }
            tags.fill(from: tag.tags)
            end = tag.end
        }
        return (tags, end)
    }

    /// The ID3v2 tag whose header is at `offset`; nil if none is there.
    mutating func id3v2(at offset: Int) -> (tags: Tags, end: Int)? {
        guard let header = ID3v2Header(window.bytes(at: offset, count: ID3v2Header.size)) else { return nil }
        let start = offset + ID3v2Header.size
        let end = min(start + header.bodySize, window.size)
        var tags = Tags()
        if header.isCompressed {
            // Nothing in it can be read.
        } else if header.version < 4, header.isUnsynchronised {
            let most = contents.contains(.cover) ? Cover.maximumSize + Self.mostUnsynchronised : Self.mostUnsynchronised
            let found = window.bytes(at: start, count: min(end - start, most))
            let isWhole = found.count == end - start
            let bytes = ID3v2Header.resynchronised(found)
            var body = TagReader(RandomAccess(bytes), contents, decoder)
            body.frames(of: header, from: 0, to: isWhole ? bytes.count : end - start, into: &tags)
        } else {
            frames(of: header, from: start, to: end, into: &tags)
        }
        return (tags, min(offset + header.totalSize, window.size))
    }

    private mutating func frames(of header: ID3v2Header, from start: Int, to end: Int, into tags: inout Tags) {
        var offset = start
        if header.hasExtendedHeader {
            let size = window.bytes(at: offset, count: 4)
            // Version 2.3 doesn't count the size itself.
            offset += header.version == 4 ? ID3v2Header.syncSafe(size) : 4 + size.reduce(0) { $0 << 8 | Int($1) }
        }
        var fields = ID3v2Fields(decoder: decoder)
        for _ in 0..<Self.mostFrames {
            guard let frame = ID3v2Frame(at: offset, before: end, version: header.version, in: &window) else { break }
            read(frame, unsynchronised: header.isUnsynchronised, fields: &fields, into: &tags)
            offset = frame.end
        }
        fields.finish(&tags)
    }

    private mutating func read(
        _ frame: ID3v2Frame, unsynchronised: Bool, fields: inout ID3v2Fields, into tags: inout Tags
    ) {
        guard let kind = ID3v2Fields.Kind(name: frame.name), frame.isReadable, wants(kind) else { return }
        if kind == .picture, !isBetterPicture(frame, than: tags.cover) { return }
        let count = min(frame.end - frame.start, kind.mostBytes)
        var bytes = window.bytes(at: frame.start, count: count)
        // Not all of the file may be at hand: half a title is none.
        guard bytes.count == count else { return }
        // In version 2.4 frames are unsynchronised one by one; before, the whole tag is.
        if frame.version == 4, unsynchronised || frame.isUnsynchronised {
            bytes = ID3v2Header.resynchronised(bytes)[...]
        }
        fields.read(kind, bytes, version: frame.version, into: &tags)
    }

    private func wants(_ kind: ID3v2Fields.Kind) -> Bool {
        switch kind {
        case .lyrics, .timedLyrics: contents.contains(.lyrics)
        case .picture: contents.contains(.cover)
        case .volume: contents.contains(.replayGain)
        case .ownText, .field, .year, .dayAndMonth: true
        }
    }

    /// True if the frame's picture is worth reading, from its first bytes.
    private mutating func isBetterPicture(_ frame: ID3v2Frame, than cover: Cover?) -> Bool {
        guard let cover else { return true }
        let head = window.bytes(at: frame.start, count: min(frame.end - frame.start, 256))
        guard let use = ID3v2Fields.pictureUse(head, version: frame.version) else { return false }
        return use.rank < cover.use.rank
    }
}
