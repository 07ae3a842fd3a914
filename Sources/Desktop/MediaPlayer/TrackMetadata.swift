import EventLoop
import Playback

/// What MPRIS clients are told of a track (MPRIS v2 metadata guidelines); what isn't known is left out.
@ControlActor
enum TrackMetadata {
    /// Bytes of a text, and artists, that are told: bars show a line, and a bus carries each change to all of them.
    private static let longestText = 1024
    private static let mostArtists = 100
    /// Bytes of an address, which is of no use in parts: a longer one is left out.
    private static let longestAddress = 64 << 10

    /// What stands for the current entry, with what a live stream says it plays; for none there is an id alone.
    static func current(of player: any DesktopPlayer) -> [String: BusValue] {
        guard let entry = player.player.current.flatMap({ player.player.queue.entry($0) }) else {
            return ["mpris:trackid": .path(TrackPath.none)]
        }
        var values = values(of: entry, player)
        if let title = player.player.liveTitle { values["xesam:title"] = text(title) }
        if let cover = player.cover { values["mpris:artUrl"] = .string(cover) }
        return values
    }

    /// What stands for an entry; its cover is not among it.
    static func values(of entry: Entry, _ player: any DesktopPlayer) -> [String: BusValue] {
        let track = entry.track
        var values: [String: BusValue] = [
            "mpris:trackid": .path(TrackPath.path(of: entry.id)),
            "xesam:title": text(player.title(of: track)),
        ]
        let address = player.address(of: track)
        if address.utf8.count <= longestAddress { values["xesam:url"] = .string(address) }
        if let duration = track.duration { values["mpris:length"] = .int64(Int64(microseconds: duration)) }
        if !track.artists.isEmpty { values["xesam:artist"] = texts(track.artists) }
        if let album = track.album { values["xesam:album"] = text(album) }
        if let artist = track.albumArtist { values["xesam:albumArtist"] = texts([artist]) }
        if let genre = track.genre { values["xesam:genre"] = texts([genre]) }
        if let date = track.date { values["xesam:contentCreated"] = text(date) }
        if let number = track.number.flatMap({ Int32(exactly: $0) }) { values["xesam:trackNumber"] = .int32(number) }
        if let disc = track.disc.flatMap({ Int32(exactly: $0) }) { values["xesam:discNumber"] = .int32(disc) }
        return values
    }

    private static func text(_ text: String) -> BusValue { .string(text.shown(upTo: longestText)) }

    private static func texts(_ texts: [String]) -> BusValue {
        .strings(texts.prefix(mostArtists).map { $0.shown(upTo: longestText) })
    }
}

extension Int64 {
    /// Seconds as MPRIS counts them; never negative, and at most what some thousand years have.
    init(microseconds seconds: Double) {
        self = seconds > 0 ? Int64(Swift.min(seconds, 1e11) * 1e6) : 0
    }
}
