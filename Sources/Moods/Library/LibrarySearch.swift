import Media
import Playback

/// What somebody looks for in the library.
public struct LibrarySearch: Equatable, Sendable {
    /// What is listed.
    public enum Listing: String, Sendable {
        case track, album, artist
    }

    /// More words are not looked for.
    public static let mostWords = 20

    /// The words that all must be there, in artist, album, title, genre or path; none finds everything.
    public let words: [String]
    /// Whether tracks are listed, or the albums or artists they are of.
    public let listing: Listing
    /// Whether the tracks of these albums or artists are listed in their place, all of each.
    public let isExpanded: Bool

    /// A search for the words of a text.
    public init(_ text: String, by listing: Listing = .track, isExpanded: Bool = false) {
        words = Array(Folding.words(text).prefix(Self.mostWords))
        self.listing = listing
        self.isExpanded = isExpanded
    }

    /// Whether it finds tracks, not groups of them.
    var findsTracks: Bool { listing == .track || isExpanded }
}

/// An album or an artist in the library.
public struct LibraryGroup: Equatable, Sendable {
    /// Its name.
    public var name: String
    /// Whose album it is; nil for artists, and for an album of several.
    public var artist: String?
    /// How many of its tracks were found.
    public var count: Int
}

extension LibraryIndex {
    /// The tracks that hold every word, or are of an album or artist that does, by artist, album, disc and number.
    func tracks(found search: LibrarySearch) throws(LibraryFault) -> [Int64] {
        try open { (database) throws(DatabaseFault) in
            let owner = search.listing == .album ? Self.owner : "coalesce(albumArtist, artists)"
            let statement = try database.prepare(
                """
                SELECT id FROM tracks WHERE \(Self.membership(search)) ORDER BY \(owner) IS NULL,
                \(owner) COLLATE NOCASE, album IS NULL, album COLLATE NOCASE, disc, number, folder, name
                """)
            statement.bind(search.words.map(Database.Value.text))
            var found: [Int64] = []
            while try statement.step() { found.append(statement.integer(0)) }
            return found
        }
    }

    /// The albums or artists whose tracks hold every word, by their names.
    func groups(found search: LibrarySearch) throws(LibraryFault) -> [LibraryGroup] {
        let columns = search.listing == .album ? "album, \(Self.owner)" : "artists, NULL"
        return try open { (database) throws(DatabaseFault) in
            let statement = try database.prepare(
                """
                SELECT \(columns), count(*) FROM tracks
                WHERE \(search.listing == .album ? "album" : "artists") IS NOT NULL AND \(Self.condition(search))
                GROUP BY 1, 2 ORDER BY 1 COLLATE NOCASE, 2 COLLATE NOCASE
                """)
            statement.bind(search.words.map(Database.Value.text))
            var groups: [LibraryGroup] = []
            while try statement.step() {
                let owner = statement.text(1).flatMap { $0.hasPrefix(LibraryText.separator) ? nil : $0 }
                groups.append(
                    LibraryGroup(
                        name: Self.joined(statement.text(0)) ?? "", artist: Self.joined(owner),
                        count: Int(statement.integer(2))))
            }
            return groups
        }
    }

    /// These tracks, in this order; those that are gone by now are left out.
    func tracks(_ ids: some Sequence<Int64> & Sendable) throws(LibraryFault) -> [Track] {
        try open { (database) throws(DatabaseFault) in
            let statement = try database.prepare(
                """
                SELECT path, name, duration, title, artists, album, albumArtist, disc, number, date, genre
                FROM tracks JOIN folders ON folder = folders.id WHERE tracks.id = ?
                """)
            var tracks: [Track] = []
            for id in ids {
                statement.bind([.integer(id)])
                if try statement.step() { tracks.append(Self.track(statement)) }
            }
            return tracks
        }
    }

    /// Whose an album is: its artist's, else the one's whose tracks it holds.
    ///
    /// What holds those of several is nobody's, and known by its folder, behind a separator.
    private static let owner = """
        coalesce(albumArtist, CASE WHEN (folder, album) IN (
            SELECT folder, album FROM tracks WHERE albumArtist IS NULL GROUP BY 1, 2
            HAVING count(DISTINCT coalesce(artists, '')) > 1
        ) THEN char(31) || folder ELSE artists END)
        """

    private static func membership(_ search: LibrarySearch) -> String {
        let album = "album, coalesce(\(owner), '')"
        return switch search.listing {
        case .track: condition(search)
        case .album: "(\(album)) IN (SELECT \(album) FROM tracks WHERE \(condition(search)))"
        case .artist: "artists IN (SELECT artists FROM tracks WHERE \(condition(search)))"
        }
    }

    private static func condition(_ search: LibrarySearch) -> String {
        let terms = search.words.indices.map { index in
            """
            (instr(words, ?\(index + 1)) OR folder IN (SELECT id FROM folders AS f WHERE instr(f.words, ?\(index + 1))))
            """
        }
        return terms.isEmpty ? "1" : terms.joined(separator: " AND ")
    }

    private static func track(_ row: Database.Statement) -> Track {
        var track = Track(uri: Location.uri(path: row.bytes(0) + [UInt8(ascii: "/")] + row.bytes(1)))
        track.duration = row.number(2)
        track.title = row.text(3)
        track.artists = artists(row.text(4))
        track.album = row.text(5)
        track.albumArtist = row.text(6)
        track.disc = row.optionalInteger(7)
        track.number = row.optionalInteger(8)
        track.date = row.text(9)
        track.genre = row.text(10)
        return track
    }

    private static func artists(_ text: String?) -> [String] {
        text?.split(separator: LibraryText.separator).map(String.init) ?? []
    }

    private static func joined(_ text: String?) -> String? {
        text.map { artists($0).joined(separator: ", ") }
    }
}
