import Media
import Playback

/// What is kept of a song that a mood's channel sent, in place of its address: that may be signed, and dies soon.
///
/// `song:MOOD/ID`; where it leads is asked of the channel when the song's turn comes.
enum SongReference {
    /// What is written down for a track: its path or address, unless its channel knows it by an id.
    static func storedURI(of track: Track) -> String {
        guard let reference = track.songReference, Location.isRemote(track.uri) else { return track.uri }
        return reference
    }

    /// Whether this stands for an address that is still to be asked for.
    static func stands(in uri: String) -> Bool { uri.hasPrefix("song:") }
}
