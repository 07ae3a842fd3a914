/// One entry of a playlist.
public struct PlaylistEntry: Equatable, Sendable {
    /// An absolute path, an http or https address, or a percent-encoded `file://` address (see `Location`).
    public var uri: String
    /// What else the playlist may mean, in the order to be tried, if nothing is at `uri`.
    public var alternatives: [String] = []
    /// Its title.
    public var title: String?
    /// Who plays it, in one text.
    public var artist: String?
    /// The album it is from.
    public var album: String?
    /// Seconds; nil if the playlist doesn't say.
    public var duration: Double?
    /// The path or address of a picture.
    public var artwork: String?

    /// An entry that names a place and says nothing about it.
    public init(uri: String) {
        self.uri = uri
    }

    /// An entry at the first of `places`; nil if there is none.
    init?(places: [String]) {
        guard let uri = places.first else { return nil }
        self.uri = uri
        alternatives = Array(places.dropFirst())
    }
}

/// What a playlist file says, in the order of its entries.
public struct Playlist: Equatable, Sendable {
    /// More entries than this are not taken.
    public static let maximumCount = 1_000_000

    /// The playlist's own title.
    public var title: String?
    /// What it names, in its order.
    public var entries: [PlaylistEntry] = []
    /// How many entries name nothing that may be played.
    public var skipped = 0

    /// A playlist without entries.
    public init() {}

    /// Takes `entry`, or counts it as skipped.
    mutating func append(_ entry: PlaylistEntry?) {
        guard let entry, entries.count < Self.maximumCount else {
            skipped += 1
            return
        }
        entries.append(entry)
    }
}
