import Glibc
import JSON
import Playback

/// Writes tracks as JSON arrays, one after another.
///
/// An array is the entry's number (0 for none), uri, title, number on the disc, and seconds. An object with the tags
/// that albums have in common follows unless they are those of the track before; then the song's identity, and why
/// the entry is unavailable. What is unknown is null, and left out at the end. Names for each would make a long queue
/// half as large again, and twice as slow to read.
struct SavedTrackWriter {
    private var previous: Track?

    /// Writes one track, with its entry's number and mark if it has them.
    mutating func write(
        _ track: Track, id: EntryID? = nil, unavailable: String? = nil, to writer: inout JSONWriter
    ) {
        writer.beginArray()
        writer.value(id?.rawValue ?? 0)
        writer.value(SongReference.storedURI(of: track))
        let isSame = previous.map { $0.sharesTags(with: track) } ?? false
        let hasMore = !isSame || track.songID != nil || unavailable != nil
        if hasMore || track.title != nil || track.number != nil || track.duration != nil {
            writer.element(track.title) { $0.value($1) }
            writer.element(track.number) { $0.value($1) }
            writer.element(track.duration) { $0.value(duration: $1) }
        }
        if hasMore {
            writer.element(isSame ? nil : track) { Self.writeTags($1, to: &$0) }
            writer.element(track.songID) { $0.value($1) }
            writer.element(unavailable) { $0.value($1) }
        }
        writer.endArray()
        if !isSame { previous = track }
    }

    private static func writeTags(_ track: Track, to writer: inout JSONWriter) {
        writer.beginObject()
        if !track.artists.isEmpty { writer.member("artists", track.artists) }
        writer.present("album", track.album)
        writer.present("albumArtist", track.albumArtist)
        if let disc = track.disc { writer.member("disc", disc) }
        writer.present("date", track.date)
        writer.present("genre", track.genre)
        writer.present("artwork", track.artwork)
        if track.isLive { writer.member("live", true) }
        writer.present("mood", track.mood)
        writer.endObject()
    }
}

extension Track {
    fileprivate func sharesTags(with other: Track) -> Bool {
        album == other.album && artists == other.artists && albumArtist == other.albumArtist && disc == other.disc
            && date == other.date && genre == other.genre && artwork == other.artwork && isLive == other.isLive
            && mood == other.mood
    }
}

extension JSONWriter {
    /// Writes an element of an array, null for nil.
    fileprivate mutating func element<Value>(_ value: Value?, _ write: (inout JSONWriter, Value) -> Void) {
        if let value { write(&self, value) } else { null() }
    }

    /// Whole milliseconds are quicker to write and to read; what has more digits keeps them.
    fileprivate mutating func value(duration: Double) {
        if (duration * 1000).rounded() / 1000 == duration {
            value(thousandths: duration)
        } else {
            value(duration)
        }
    }
}
