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
    /// passed over unless they are asked for. Never reads more than some 32 MiB.
    public static func read(
        _ file: RandomAccess, _ contents: TagContents = [], decoder: TextDecoder = TextDecoder()
    ) -> Tags {
        var reader = TagReader(file, contents, decoder)
        return reader.mpeg()
    }
}

extension TagReader {
    /// The tags of an MP3: ID3v2 at the beginning, then whatever stands at the end.
    mutating func mpeg() -> Tags {
        let head = leadingID3v2()
        var tags = head.tags
        if !tags.isComplete || !contents.isEmpty { tags.fill(from: trailing().tags) }
        return tags
    }
}
