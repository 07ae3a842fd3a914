import Media
import Playback

/// What is kept of a song that a mood's channel sent, in place of its address: that may be signed, and dies soon.
///
/// `song:MOOD/ID`; where it leads is asked of the channel when the song's turn comes.
enum SongReference {
    private static let scheme = "song:"

    /// What is written down for a track: its path or address, unless its channel knows it by an id.
    static func storedURI(of track: Track) -> String {
        guard let mood = track.mood, let id = track.songID, !track.isLive, Location.isRemote(track.uri) else {
            return track.uri
        }
        return "\(scheme)\(mood)/\(id)"
    }

    /// Whether this stands for an address that is still to be asked for.
    static func stands(in uri: String) -> Bool { uri.hasPrefix(scheme) }
}
