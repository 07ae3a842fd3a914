/// What an audio file says about itself.
public struct Tags: Equatable, Sendable {
    /// The title of the track.
    public var title: String?
    /// Who plays it, each of several by itself.
    public var artists: [String] = []
    /// The album it is from.
    public var album: String?
    /// Whose album it is.
    public var albumArtist: String?
    /// The number of the disc in its set.
    public var disc: Int?
    /// The track's number on its disc.
    public var track: Int?
    /// A year, year-month or year-month-day; anything else as the tag has it.
    public var date: String?
    /// Its genres by their names, ID3's numbers resolved.
    public var genres: [String] = []
    /// The moods it is marked with, as the tag has them.
    public var moods: [String] = []
    /// Filled if `TagContents.replayGain` was asked for.
    public var replayGain = ReplayGain()
    /// Texts of lyrics, some of which may be LRC; filled if `TagContents.lyrics` was asked for.
    public var lyrics: [String] = []
    /// Lyrics whose lines carry their times; filled if `TagContents.lyrics` was asked for.
    public var timedLyrics: [LyricLine] = []
    /// The front cover, else another picture; filled if `TagContents.cover` was asked for.
    public var cover: Cover?

    /// Tags that say nothing.
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
    /// One bit for each.
    public let rawValue: UInt8

    /// The contents with these bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Loudness, which may stand in four places.
    public static let replayGain = TagContents(rawValue: 1)
    /// Lyrics, with times and without.
    public static let lyrics = TagContents(rawValue: 2)
    /// The best picture.
    public static let cover = TagContents(rawValue: 4)
}
