import JSON

/// One entry of the queue, as clients see it; what is unknown is nil.
public struct Entry: Equatable, Sendable {
    /// Counted from 1, never used twice, the same after a restart; 0 for a track of a playlist or the library.
    public var id: UInt32
    /// A path or an address.
    public var uri: String
    /// What to show for it: "artist - title", else title, station or file name.
    public var name: String
    /// Its title.
    public var title: String?
    /// Its artists in order.
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
    /// Why it can't be played.
    public var unavailable: String?
    /// `hand`, or the mood it came from.
    public var source = "hand"

    /// The artists in one line.
    public var artist: String? { Self.artist(of: artists) }

    private static func artist(of artists: [String]) -> String? {
        switch artists.count {
        case 0: nil
        case 1: artists[0]
        default: artists.joined(separator: ", ")
        }
    }

    /// An entry of which only these are known.
    public init(id: UInt32, uri: String, name: String) {
        self.id = id
        self.uri = uri
        self.name = name
    }

    /// Writes it as an object.
    public func write(to writer: inout JSONWriter) {
        Self.write(
            id: id, uri: uri, name: name, title: title, artists: artists, album: album, albumArtist: albumArtist,
            disc: disc, track: track, date: date, genre: genre, duration: duration, artwork: artwork, live: live,
            unavailable: unavailable, source: source, to: &writer)
    }

    /// Writes the parts of an entry as an object: for a long list, whose entries it would cost too much to put together.
    public static func write(
        id: UInt32, uri: String, name: String, title: String?, artists: [String], album: String?, albumArtist: String?,
        disc: Int?, track: Int?, date: String?, genre: String?, duration: Double?, artwork: String?, live: Bool,
        unavailable: String?, source: String, to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("uri", uri)
        writer.member("name", name)
        writer.member("title", title)
        writer.member("artist", artist(of: artists))
        writer.member("artists", artists)
        writer.member("album", album)
        writer.member("albumArtist", albumArtist)
        writer.member("disc", disc)
        writer.member("track", track)
        writer.member("date", date)
        writer.member("genre", genre)
        writer.member("duration", thousandths: duration)
        writer.member("artwork", artwork)
        writer.member("live", live)
        writer.member("unavailable", unavailable)
        writer.member("source", source)
        writer.endObject()
    }

    /// Reads an object, passing over members of newer daemons.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        self.init(id: 0, uri: "", name: "")
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id": id = try reader.readUInt32()
            case "uri": uri = try reader.readString()
            case "name": name = try reader.readString()
            case "title": title = try reader.readOptionalString()
            case "artists": artists = try reader.readStrings()
            case "album": album = try reader.readOptionalString()
            case "albumArtist": albumArtist = try reader.readOptionalString()
            case "disc": disc = try reader.readOptionalInt()
            case "track": track = try reader.readOptionalInt()
            case "date": date = try reader.readOptionalString()
            case "genre": genre = try reader.readOptionalString()
            case "duration": duration = try reader.readOptionalDouble()
            case "artwork": artwork = try reader.readOptionalString()
            case "live": live = try reader.readBool()
            case "unavailable": unavailable = try reader.readOptionalString()
            case "source": source = try reader.readString()
            default: try reader.skipValue()
            }
        }
    }
}
