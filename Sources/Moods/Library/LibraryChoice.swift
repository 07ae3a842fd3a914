/// How many tracks fit a mood, and why.
public struct MoodCounts: Equatable, Sendable {
    /// Liked for it.
    public var mark = 0
    /// Not marked, but tagged with it.
    public var tag = 0
    /// Neither marked nor tagged with any mood, but of one of its genres.
    public var genre = 0
    /// Banned from it, and so not counted above.
    public var banned = 0
    /// All tracks of the library.
    public var total = 0

    /// None.
    public init() {}

    /// How many fit.
    public var fitting: Int { mark + tag + genre }
}

/// What the library's tracks are held against.
struct MoodCriteria: Sendable {
    /// The mood.
    let name: String
    /// The genres that fit it.
    let genres: GenreMatcher
    /// All moods there are: a tag that names none of them says nothing.
    let moods: [String]
    /// What the user said.
    let marks: Marks
}

/// A track that fits a mood.
struct Candidate: Sendable {
    let id: Int64
    /// Its audio, by which it is known again.
    let audio: UInt64
}

extension LibraryIndex {
    private enum Fit: Int64 {
        case none, genre, tag, otherTag
    }

    /// The tracks that fit a mood: by the user's mark, else by the moods in their tags, else by genre.
    func candidates(_ criteria: MoodCriteria) throws(LibraryFault) -> (fitting: [Candidate], counts: MoodCounts) {
        let liked = criteria.marks.marked(.like, in: criteria.name)
        let likedAnywhere = criteria.marks.liked
        let banned = criteria.marks.marked(.ban, in: criteria.name)
        return try open { (database) throws(DatabaseFault) in
            var fitting: [Candidate] = []
            var counts = MoodCounts()
            let rows = try self.rows(database, criteria)
            while try rows.step() {
                counts.total += 1
                let audio = UInt64(bitPattern: rows.integer(1))
                let key = MarkKey(audio: audio)
                if banned.contains(key) {
                    counts.banned += 1
                    continue
                }
                if liked.contains(key) {
                    counts.mark += 1
                } else if likedAnywhere.contains(key) {
                    continue
                } else {
                    switch Fit(rawValue: rows.integer(2)) {
                    case .tag: counts.tag += 1
                    case .genre: counts.genre += 1
                    default: continue
                    }
                }
                fitting.append(Candidate(id: rows.integer(0), audio: audio))
            }
            return (fitting, counts)
        }
    }

    /// Each track with how it fits: there are few different genres and moods, so these are judged, not the tracks.
    private func rows(_ database: Database, _ criteria: MoodCriteria) throws(DatabaseFault) -> Database.Statement {
        try database.execute("CREATE TEMP TABLE fits (kind INTEGER, text TEXT, fit INTEGER, PRIMARY KEY (kind, text))")
        let insertion = try database.prepare("INSERT INTO temp.fits VALUES (?, ?, ?)")
        let genres = try database.prepare("SELECT DISTINCT genre FROM tracks WHERE genre IS NOT NULL")
        while try genres.step() {
            guard let genre = genres.text(0), criteria.genres.matches(genre) else { continue }
            try insertion.run(.integer(0), .text(genre), .integer(Fit.genre.rawValue))
        }
        let own = Folding.fold(criteria.name)
        let all = Set(criteria.moods.map(Folding.fold))
        let moods = try database.prepare("SELECT DISTINCT moods FROM tracks WHERE moods IS NOT NULL")
        while try moods.step() {
            guard let text = moods.text(0) else { continue }
            let names = text.split(separator: LibraryText.separator).map(String.init)
            guard names.contains(where: { $0 == own || all.contains($0) }) else { continue }
            let fit = names.contains(own) ? Fit.tag : Fit.otherTag
            try insertion.run(.integer(1), .text(text), .integer(fit.rawValue))
        }
        return try database.prepare(
            """
            SELECT id, audio, coalesce(
                (SELECT fit FROM temp.fits WHERE kind = 1 AND text = moods),
                (SELECT fit FROM temp.fits WHERE kind = 0 AND text = genre), 0)
            FROM tracks
            """)
    }
}
