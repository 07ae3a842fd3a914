import JSON
import Playback

/// Reads what `SavedTrackWriter` wrote.
struct SavedTrackReader {
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
