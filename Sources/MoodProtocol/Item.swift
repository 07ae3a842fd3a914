import JSON

/// Something to add: a path, an address, or an address with the tags it is to be shown with.
public struct Item: Equatable, Sendable {
    /// A path or an address, as it was sent.
    public var uri: String
    /// Its title.
    public var title: String?
    /// Its artists, in order; one `artist` counts as one of them.
    public var artists: [String] = []
    /// Its album.
    public var album: String?
    /// The album's artist.
    public var albumArtist: String?
    /// The disc's number.
    public var disc: Int?
    /// The number on its disc.
    public var track: Int?
    /// A year, or year-month-day.
    public var date: String?
    /// Its genre.
    public var genre: String?
    /// Seconds.
    public var duration: Double?
    /// Where its cover lies.
    public var artwork: String?
    /// Whether it is a stream without an end.
    public var live = false

    /// A path or an address without tags.
    public init(uri: String) {
        self.uri = uri
    }

    /// A string, or an object with `uri` and tags of the right types; members that are no tags, and null, are passed
    /// over, so that an entry of `queue.list` can be sent back.
    init?(_ value: JSONValue) {
        if let uri = value.string {
            guard !uri.isEmpty else { return nil }
            self.init(uri: uri)
            return
        }
        guard let object = value.object, let uri = object["uri"]?.string, !uri.isEmpty else { return nil }
        self.init(uri: uri)
        for member in object.members where !member.value.isNull {
            guard set(member.name, member.value) else { return nil }
        }
        if artists.isEmpty, let artist = object["artist"]?.string { artists = [artist] }
    }

    /// Takes a tag; false if its value is of another type.
    private mutating func set(_ name: String, _ value: JSONValue) -> Bool {
        switch name {
        case "title": title = value.string
        case "artist": return value.string != nil
        case "artists":
            artists = value.array?.compactMap(\.string) ?? []
            return value.array?.count == artists.count
        case "album": album = value.string
        case "albumArtist": albumArtist = value.string
        case "date": date = value.string
        case "genre": genre = value.string
        case "artwork": artwork = value.string
        case "disc":
            disc = value.integer
            return disc != nil
        case "track":
            track = value.integer
            return track != nil
        case "duration":
            duration = value.number
            return value.number.map { $0 >= 0 } ?? false
        case "live":
            live = value.bool ?? false
            return value.bool != nil
        default: return true
        }
        return value.string != nil
    }
}
