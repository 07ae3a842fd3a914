import Glibc
import JSON
import Playback

/// Writes tracks as JSON objects, one after another; what a track has in common with the one before is not repeated.
struct SavedTrackWriter {
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
        if let duration = track.duration { write(duration, to: &writer) }
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

    /// Whole milliseconds are quicker to read; what has more digits keeps them.
    private func write(_ duration: Double, to writer: inout JSONWriter) {
        let milliseconds = (duration * 1000).rounded()
        if milliseconds / 1000 == duration {
            writer.member("duration", thousandths: duration)
        } else {
            writer.member("duration", duration)
        }
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

extension Track {
    fileprivate func sharesTags(with other: Track) -> Bool {
        album == other.album && artists == other.artists && albumArtist == other.albumArtist && disc == other.disc
            && date == other.date && genre == other.genre && artwork == other.artwork && isLive == other.isLive
            && mood == other.mood
    }
}
