/// Finds the tags of a file and reads no more of it than they need.
struct TagReader {
    var window: Window
    let contents: TagContents
    let decoder: TextDecoder

    init(_ file: RandomAccess, _ contents: TagContents, _ decoder: TextDecoder) {
        self.window = Window(file)
        self.contents = contents
        self.decoder = decoder
    }

    /// True if `field` is among what was asked for.
    func wants(_ field: TagField) -> Bool {
        switch field {
        case .lyrics: contents.contains(.lyrics)
        case .trackGain, .trackPeak, .albumGain, .albumPeak, .opusTrackGain, .opusAlbumGain:
            contents.contains(.replayGain)
        default: true
        }
    }
}

extension Tags {
    /// The tags of a file, whatever its format; empty if it has none.
    ///
    /// Reads a few KiB at the beginning, and at the end only if the beginning leaves questions open; pictures are
    /// passed over unless they are asked for. Never reads more than 48 MiB.
    public static func read(
        _ file: RandomAccess, _ contents: TagContents = [], decoder: TextDecoder = TextDecoder()
    ) -> Tags {
        var reader = TagReader(file, contents, decoder)
        return reader.tags()
    }

    /// Where the audio lies in a file, without the tags around it.
    ///
    /// Changing the tags of an MP3, FLAC, WAV or AIFF file leaves these bytes as they are; of an Ogg file it can change
    /// the numbers of its pages, and so their checksums.
    public static func audioRange(of file: RandomAccess) -> Range<Int> {
        var reader = TagReader(file, [], TextDecoder())
        return reader.audioRange()
    }
}

extension TagReader {
    private enum Layout {
        case flac(at: Int), ogg, wave, aiff, mpeg
    }

    private mutating func layout() -> Layout {
        let head = window.bytes(at: 0, count: 12)
        if head.starts(with: "fLaC") { return .flac(at: 0) }
        if head.starts(with: "OggS") { return .ogg }
        if head.dropFirst(8).starts(with: "WAVE") { return .wave }
        if head.starts(with: "FORM") { return .aiff }
        if let tag = ID3v2Header(head), window.holds("fLaC", at: tag.totalSize) { return .flac(at: tag.totalSize) }
        return .mpeg
    }

    mutating func tags() -> Tags {
        switch layout() {
        case .flac(let offset):
            var tags = flac(at: offset)
            if offset > 0 { tags.fill(from: leadingID3v2().tags) }
            return tags
        case .ogg: return ogg()
        case .wave: return wave()
        case .aiff: return aiff()
        case .mpeg: return mpeg()
        }
    }

    /// The tags of an MP3, and of the others that have theirs at the end.
    private mutating func mpeg() -> Tags {
        let head = leadingID3v2()
        var tags = head.tags
        let frame = window.bytes(at: head.end, count: LAMEHeader.size)
        if !tags.isComplete || !contents.isEmpty { tags.fill(from: trailing().tags) }
        if contents.contains(.replayGain) { tags.replayGain.fill(from: LAMEHeader.replayGain(frame)) }
        return tags
    }

    mutating func audioRange() -> Range<Int> {
        var range = 0..<window.size
        switch layout() {
        case .flac(let offset): range = flacBlocks(at: offset) { _, _, _, _ in }..<window.size
        case .wave: if let data = chunk("data", bigEndian: false) { range = data }
        case .aiff: if let data = chunk("SSND", bigEndian: true) { range = data }
        case .ogg: range = oggAudioStart()..<window.size
        case .mpeg:
            let start = leadingID3v2().end
            range = start..<max(start, trailing().end)
        }
        return range
    }

    private mutating func chunk(_ name: String, bigEndian: Bool) -> Range<Int>? {
        var found: Range<Int>?
        chunks(from: 12, to: window.size, bigEndian: bigEndian) { _, id, start, end in
            if id == name, found == nil { found = start..<end }
        }
        // A recorder that was killed leaves a size of 0 behind.
        return found.flatMap { $0.isEmpty ? nil : $0 }
    }
}
