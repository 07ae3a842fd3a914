/// What the tracks of one album have in common; they share one object, so that a long queue stays small.
final class SharedTags: Sendable {
    struct Values: Hashable, Sendable {
        var artists: [String]
        var album: String?
        var albumArtist: String?
        var disc: Int?
        var date: String?
        var genre: String?
        var artwork: String?
        var isLive: Bool
        var mood: String?

        init(of track: Track) {
            artists = track.artists
            album = track.album
            albumArtist = track.albumArtist
            disc = track.disc
            date = track.date
            genre = track.genre
            artwork = track.artwork
            isLive = track.isLive
            mood = track.mood
        }

        /// Whether these are the track's, without taking them out of it.
        func belong(to track: Track) -> Bool {
            album == track.album && artists == track.artists && albumArtist == track.albumArtist
                && disc == track.disc && date == track.date && genre == track.genre && artwork == track.artwork
                && isLive == track.isLive && mood == track.mood
        }
    }

    let values: Values

    init(_ values: Values) {
        self.values = values
    }
}

/// Finds the object that equal tags share already.
///
/// It remembers a fixed number of them and forgets by overwriting: some are stored twice then, and nothing grows.
struct SharedTagsCache: Sendable {
    private var slots: [SharedTags?] = []
    private var latest: SharedTags?
    private static let capacity = 4096

    mutating func share(_ track: Track) -> SharedTags {
        if let latest, latest.values.belong(to: track) { return latest }
        let values = SharedTags.Values(of: track)
        if slots.isEmpty { slots = Array(repeating: nil, count: Self.capacity) }
        let slot = Int(truncatingIfNeeded: UInt(bitPattern: values.hashValue) % UInt(Self.capacity))
        let found: SharedTags
        if let known = slots[slot], known.values == values {
            found = known
        } else {
            found = SharedTags(values)
            slots[slot] = found
        }
        latest = found
        return found
    }
}
