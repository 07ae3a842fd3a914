/// What a queue entry plays, and what is known about it.
public struct Track: Equatable, Sendable {
    /// An absolute path, an http or https address, or a percent-encoded `file://` address where the path's bytes are
    /// not UTF-8 or hold a control character.
    public var uri: String
    /// As the tag has it; nil without one.
    public var title: String?
    /// One element a person or band.
    public var artists: [String] = []
    /// The record it is from.
    public var album: String?
    /// Whose record that is.
    public var albumArtist: String?
    /// The number of the disc in the record.
    public var disc: Int?
    /// The track's number on its disc.
    public var number: Int?
    /// As the tag has it: a year, or year-month-day.
    public var date: String?
    /// As the tag has it.
    public var genre: String?
    /// Seconds; nil until it is known.
    public var duration: Double?
    /// Where its cover lies: a local path or an address; nil until it is known.
    public var artwork: String?
    /// True for a stream without an end, which cannot be sought in.
    public var isLive = false
    /// The mood it came from; nil for what was added by hand.
    public var mood: String?
    /// The song's identity in the channel it came from, by which an expired address is fetched anew.
    public var songID: String?

    /// What names a song over restarts whose mood's channel knows it by an id: `song:MOOD/ID`.
    ///
    /// Its address may be another one then. Nil for all else, and for stations.
    public var songReference: String? {
        guard let mood, let songID, !isLive else { return nil }
        return "song:\(mood)/\(songID)"
    }

    /// Who plays what, on one line: "artist, artist - title"; nil without a title.
    public var caption: String? {
        guard let title, let first = artists.first else { return title }
        return (artists.count == 1 ? first : artists.joined(separator: ", ")) + " - " + title
    }

    /// This track with the tags that are missing here and stand in `other`.
    public func filled(from other: Track) -> Track {
        var track = self
        track.title = title ?? other.title
        if artists.isEmpty { track.artists = other.artists }
        track.album = album ?? other.album
        track.albumArtist = albumArtist ?? other.albumArtist
        track.disc = disc ?? other.disc
        track.number = number ?? other.number
        track.date = date ?? other.date
        track.genre = genre ?? other.genre
        return track
    }

    /// Whether it comes right after another one on the same record.
    func follows(_ former: Track) -> Bool {
        guard let album, album == former.album,
            albumArtist ?? artists.first == former.albumArtist ?? former.artists.first,
            let number, let formerNumber = former.number
        else { return false }
        return disc == former.disc ? number == formerNumber + 1 : number == 1 && disc == former.disc.map { $0 + 1 }
    }

    /// Nothing is known about it yet.
    public init(uri: String) {
        self.uri = uri
    }
}
