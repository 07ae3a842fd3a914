/// The lyrics of a track.
public struct Lyrics: Equatable, Sendable {
    /// What a positive `[offset:]` does, on which programs differ.
    public enum PositiveOffset: String, Sendable {
        /// Lines are shown earlier.
        case earlier
        /// Lines are shown later.
        case later
    }

    /// Longer files are not read (1 MiB).
    public static let maximumSize = 1 << 20

    /// The lines, in the order in which they are sung.
    public let lines: [LyricLine]

    /// Nil if there are no lines.
    init?(_ lines: [LyricLine]) {
        guard !lines.isEmpty else { return nil }
        self.lines = lines
    }

    /// True if the lines have their times.
    public var isSynchronised: Bool {
        lines.first?.time != nil
    }

    /// The line that is sung at `time`, in seconds; nil before the first, and if the lines have no times.
    public func index(at time: Double) -> Int? {
        guard isSynchronised else { return nil }
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if (lines[middle].time ?? 0) <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// The lyrics that a file's tags hold: those with times first; nil if there are none.
    ///
    /// The tags must have been read with `TagContents.lyrics`.
    public static func embedded(in tags: Tags, positiveOffset: PositiveOffset = .earlier) -> Lyrics? {
        if let lyrics = Lyrics(tags.timedLyrics) { return lyrics }
        let found = tags.lyrics.compactMap { LRC.parse($0, positiveOffset: positiveOffset) }
        return found.first(where: \.isSynchronised) ?? found.first
    }

    /// The lyrics of a file, LRC or plain; nil if it is empty or too large.
    public static func parse(
        _ bytes: [UInt8], positiveOffset: PositiveOffset = .earlier, decoder: TextDecoder = TextDecoder()
    ) -> Lyrics? {
        guard bytes.count <= maximumSize else { return nil }
        return LRC.parse(decoder.text(bytes), positiveOffset: positiveOffset)
    }
}
