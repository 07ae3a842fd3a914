import JSON
import Playback

/// Writes tracks as JSON objects, one after another; what a track has in common with the one before is not repeated.
struct TrackWriter {
    private var previous: Track?

    /// Writes one track, with its entry's number and mark if it has them.
    mutating func write(
        _ track: Track, id: EntryID? = nil, unavailable: String? = nil, to writer: inout JSONWriter
    ) {
        writer.beginObject()
        if let id { writer.member("id", id.rawValue) }
        writer.present("uri", track.uri)
        writer.present("title", track.title)
        if let number = track.number { writer.member("track", number) }
        if let duration = track.duration { writer.member("duration", thousandths: duration) }
        writer.present("songID", track.songID)
        writer.present("unavailable", unavailable)
        if let previous, previous.sharesTags(with: track) {
            writer.member("same", true)
        } else {
            writeShared(track, to: &writer)
        }
        writer.endObject()
        previous = track
    }

    private func writeShared(_ track: Track, to writer: inout JSONWriter) {
        if !track.artists.isEmpty { writer.member("artists", track.artists) }
        writer.present("album", track.album)
        writer.present("albumArtist", track.albumArtist)
        if let disc = track.disc { writer.member("disc", disc) }
        writer.present("date", track.date)
        writer.present("genre", track.genre)
        writer.present("artwork", track.artwork)
        if track.isLive { writer.member("live", true) }
        writer.present("mood", track.mood)
    }
}

/// Reads what `TrackWriter` wrote.
struct TrackReader {
    private var previous: Track?

    /// One track, and its entry's number and mark if they stand there.
    mutating func read(
        _ reader: inout JSONReader
    ) throws(JSONError) -> (id: EntryID?, track: Track, unavailable: String?) {
        var id: EntryID?
        var unavailable: String?
        var track = Track(uri: "")
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id": id = EntryID(rawValue: try reader.readUInt32())
            case "uri": track.uri = try reader.readString()
            case "title": track.title = try reader.readString()
            case "track": track.number = try reader.readInt()
            case "duration": track.duration = try reader.readDouble()
            case "songID": track.songID = try reader.readString()
            case "unavailable": unavailable = try reader.readString()
            case "same":
                try reader.skipValue()
                if let previous { track.adoptTags(of: previous) }
            case "artists": track.artists = try reader.readStrings()
            case "album": track.album = try reader.readString()
            case "albumArtist": track.albumArtist = try reader.readString()
            case "disc": track.disc = try reader.readInt()
            case "date": track.date = try reader.readString()
            case "genre": track.genre = try reader.readString()
            case "artwork": track.artwork = try reader.readString()
            case "live": track.isLive = try reader.readBool()
            case "mood": track.mood = try reader.readString()
            default: try reader.skipValue()
            }
        }
        previous = track
        return (id, track, unavailable)
    }
}

extension Track {
    fileprivate func sharesTags(with other: Track) -> Bool {
        album == other.album && artists == other.artists && albumArtist == other.albumArtist && disc == other.disc
            && date == other.date && genre == other.genre && artwork == other.artwork && isLive == other.isLive
            && mood == other.mood
    }

    fileprivate mutating func adoptTags(of other: Track) {
        artists = other.artists
        album = other.album
        albumArtist = other.albumArtist
        disc = other.disc
        date = other.date
        genre = other.genre
        artwork = other.artwork
        isLive = other.isLive
        mood = other.mood
    }
}

extension JSONWriter {
    /// Writes a member unless it is nil.
    fileprivate mutating func present(_ name: StaticString, _ string: String?) {
        if let string { member(name, string) }
    }
}
