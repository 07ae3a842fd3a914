import Media
import Playback

extension Track {
    /// Takes over what tags say.
    public mutating func adopt(_ tags: Tags) {
        title = tags.title
        artists = tags.artists
        album = tags.album
        albumArtist = tags.albumArtist
        disc = tags.disc
        number = tags.track
        date = tags.date
        genre = tags.genre
    }
}
