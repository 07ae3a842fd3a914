/// One song that a music service offers.
public struct Song: Equatable, Sendable {
    /// The service's own name for it, by which an expired address is found again.
    public var id: String?
    /// An http or https address.
    public var url: String
    /// Its title.
    public var title: String?
    /// Who plays it.
    public var artists: [String] = []
    /// The album it is from.
    public var album: String?
    /// The address of its cover.
    public var artwork: String?
    /// In seconds; nil if the service doesn't say.
    public var duration: Double?
    /// The address of its lyrics.
    public var lyricsURL: String?
    /// Whether the listener has liked it; nil if the service doesn't say.
    public var liked: Bool?
    /// True for what isn't music.
    public var isAdvert = false

    /// A song at an address.
    public init(url: String) {
        self.url = url
    }
}

/// A music service's answer to the request for songs.
public struct SongList: Equatable, Sendable {
    /// What an answer means for the list that is there.
    public enum Status: Equatable, Sendable {
        /// Its songs may be played.
        case fine
        /// It has none: keep those that are there.
        case nothingNew
        /// The sign-in isn't valid any more.
        case expired
        /// The service refused, or the answer isn't one; for people.
        case failed(String)
    }

    /// More songs than this are not taken.
    public static let maximumCount = 10_000

    /// The songs that have an address, in the service's order.
    public var songs: [Song] = []
    /// The address of the songs that follow these.
    public var nextPage: String?
    /// What the answer means.
    public var status: Status = .fine

    /// An answer with no songs.
    init(_ status: Status) {
        self.status = status
    }

    /// The answer that holds these songs.
    init(_ songs: [Song?], nextPage: String? = nil) {
        self.songs = Array(songs.lazy.compactMap { $0 }.prefix(Self.maximumCount))
        self.nextPage = nextPage
        if self.songs.isEmpty { status = .nothingNew }
    }
}
