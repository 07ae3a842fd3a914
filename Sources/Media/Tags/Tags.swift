/// What an audio file says about itself.
public struct Tags: Equatable, Sendable {
    public var title: String?
    public var artists: [String] = []
    public var album: String?
    public var albumArtist: String?
    public var disc: Int?
    /// The track's number on its disc.
    public var track: Int?
    /// A year, year-month or year-month-day; anything else as the tag has it.
    public var date: String?
    public var genres: [String] = []
    public var moods: [String] = []
    /// Filled if `TagContents.replayGain` was asked for.
    public var replayGain = ReplayGain()
    /// Texts of lyrics, some of which may be LRC; filled if `TagContents.lyrics` was asked for.
    public var lyrics: [String] = []
    /// Lyrics whose lines carry their times; filled if `TagContents.lyrics` was asked for.
    public var timedLyrics: [LyricLine] = []
    /// The front cover, else another picture; filled if `TagContents.cover` was asked for.
    public var cover: Cover?

    public init() {}

    /// All genres as one text, nil if there are none.
    public var genre: String? {
        genres.isEmpty ? nil : genres.joined(separator: ", ")
    }

    /// Takes over what is missing here and stands in `other`.
    mutating func fill(from other: Tags) {
        title = title ?? other.title
        if artists.isEmpty { artists = other.artists }
        album = album ?? other.album
        albumArtist = albumArtist ?? other.albumArtist
        disc = disc ?? other.disc
        track = track ?? other.track
        date = date ?? other.date
        if genres.isEmpty { genres = other.genres }
        if moods.isEmpty { moods = other.moods }
        replayGain.fill(from: other.replayGain)
        if lyrics.isEmpty { lyrics = other.lyrics }
        if timedLyrics.isEmpty { timedLyrics = other.timedLyrics }
        cover = cover ?? other.cover
    }

    /// True if a second tag in the same file could tell a player nothing that it shows.
    var isComplete: Bool {
        title != nil && !artists.isEmpty && album != nil && track != nil && date != nil && !genres.isEmpty
    }
}

/// What to read beside the plain fields, as each costs reading more of the file.
public struct TagContents: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let replayGain = TagContents(rawValue: 1)
    public static let lyrics = TagContents(rawValue: 2)
    public static let cover = TagContents(rawValue: 4)
}
