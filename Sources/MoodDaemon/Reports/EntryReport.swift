import JSON
import Media
import MoodProtocol
import Playback

extension MoodProtocol.Entry {
    /// A queue entry as clients see it.
    init(_ entry: Playback.Entry) {
        self.init(id: entry.id.rawValue, entry.track)
        unavailable = entry.unavailable
    }

    /// A track as clients see it; 0 stands for one that is not in the queue.
    init(id: UInt32 = 0, _ track: Track) {
        self.init(id: id, uri: track.uri, name: Self.name(of: track))
        title = track.title
        artists = track.artists
        album = track.album
        albumArtist = track.albumArtist
        disc = track.disc
        self.track = track.number
        date = track.date
        genre = track.genre
        duration = track.duration
        artwork = track.artwork
        live = track.isLive
        source = track.mood ?? "hand"
    }

    /// Writes a queue entry as clients see it.
    static func write(_ entry: Playback.Entry, to writer: inout JSONWriter) {
        write(entry.track, id: entry.id.rawValue, unavailable: entry.unavailable, to: &writer)
    }

    /// Writes a track as clients see it; 0 stands for one that is not in the queue.
    static func write(_ track: Track, id: UInt32 = 0, unavailable: String? = nil, to writer: inout JSONWriter) {
        write(
            id: id, uri: track.uri, name: name(of: track), title: track.title, artists: track.artists,
            album: track.album, albumArtist: track.albumArtist, disc: track.disc, track: track.number,
            date: track.date, genre: track.genre, duration: track.duration, artwork: track.artwork,
            live: track.isLive, unavailable: unavailable, source: track.mood ?? "hand", to: &writer)
    }

    /// "artist - title", else the title, else the file's name or the address.
    static func name(of track: Track) -> String {
        track.caption ?? fileName(of: track) ?? track.uri
    }

    /// The name of the track's file, here or behind an address; nil if it has none.
    static func fileName(of track: Track) -> String? {
        // A plain path, as nearly all are, is not copied.
        if track.uri.utf8.first == UInt8(ascii: "/"), let slash = track.uri.utf8.lastIndex(of: UInt8(ascii: "/")) {
            let name = track.uri[track.uri.utf8.index(after: slash)...]
            if !name.isEmpty { return String(name) }
        }
        let path = Location.path(uri: track.uri) ?? Location.path(ofAddress: track.uri)
        guard let name = path?.split(separator: UInt8(ascii: "/")).last else { return nil }
        return String(decoding: name, as: UTF8.self)
    }
}
