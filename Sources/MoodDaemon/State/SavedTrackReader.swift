import JSON
import Playback

/// Reads what `SavedTrackWriter` wrote.
struct SavedTrackReader {
    /// The tags of the track before, on a track without anything of its own.
    private var tags = Track(uri: "")

    /// One track, and its entry's number and mark if they stand there.
    mutating func read(
        _ reader: inout JSONReader
    ) throws(JSONError) -> (id: EntryID?, track: Track, unavailable: String?) {
        try reader.beginArray()
        var elements = Elements()
        let number = try elements.next(&reader) ? try reader.readUInt32() : 0
        let id = number == 0 ? nil : EntryID(rawValue: number)
        let uri = try elements.next(&reader) ? try reader.readString() : ""
        let title = try elements.next(&reader) ? try reader.readOptionalString() : nil
        let place = try elements.next(&reader) ? try reader.readOptionalInt() : nil
        let duration = try elements.next(&reader) ? try reader.readOptionalDouble() : nil
        if try elements.next(&reader), try !reader.readNull() { try readTags(&reader) }
        let songID = try elements.next(&reader) ? try reader.readOptionalString() : nil
        let unavailable = try elements.next(&reader) ? try reader.readOptionalString() : nil
        while try elements.next(&reader) { try reader.skipValue() }
        var track = tags
        track.uri = uri
        track.title = title
        track.number = place
        track.duration = duration
        track.songID = songID
        return (id, track, unavailable)
    }

    private mutating func readTags(_ reader: inout JSONReader) throws(JSONError) {
        tags = Track(uri: "")
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "artists": tags.artists = try reader.readStrings()
            case "album": tags.album = try reader.readString()
            case "albumArtist": tags.albumArtist = try reader.readString()
            case "disc": tags.disc = try reader.readInt()
            case "date": tags.date = try reader.readString()
            case "genre": tags.genre = try reader.readString()
            case "artwork": tags.artwork = try reader.readString()
            case "live": tags.isLive = try reader.readBool()
            case "mood": tags.mood = try reader.readString()
            default: try reader.skipValue()
            }
        }
    }

    /// The elements of an array that may be shorter than expected: its end must be read once only.
    private struct Elements {
        private var hasEnded = false

        mutating func next(_ reader: inout JSONReader) throws(JSONError) -> Bool {
            if hasEnded { return false }
            hasEnded = try !reader.nextElement()
            return !hasEnded
        }
    }
}
