import Files
import Glibc

/// What went wrong with the library, for a person.
public struct LibraryFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// One sentence.
    public let description: String
}

/// The file in which the library is written down.
///
/// It is but a cache: what is damaged, or of another version, is thrown away and made anew. Everything here waits for a
/// disk, and so belongs on a worker thread. Each piece of work has a connection of its own, so that nothing stays open
/// while there is nothing to do; a search goes on while a scan writes.
struct LibraryIndex: Sendable {
    private static let version = 1

    /// The file's path.
    let path: String

    /// Opens the index and lets `work` use it; if it turns out to be damaged, once more with an empty one.
    func open<Result>(_ work: (Database) throws(DatabaseFault) -> Result) throws(LibraryFault) -> Result {
        do throws(DatabaseFault) {
            do throws(DatabaseFault) {
                return try work(connect())
            } catch  where error.isDamage {
                discard()
                return try work(connect())
            }
        } catch {
            throw LibraryFault(description: "the library's index \(path): \(error)")
        }
    }

    /// A connection for long work.
    func connect() throws(DatabaseFault) -> Database {
        if let slash = path.lastIndex(of: "/") { try? makeFolder(String(path[..<slash])) }
        var database = try begin()
        let version = try Self.version(of: database)
        if version == Self.version { return database }
        if version != 0 {
            discard()
            database = try begin()
        }
        try database.execute("PRAGMA journal_mode = WAL")
        try database.transaction { () throws(DatabaseFault) in
            // Another connection may have been quicker.
            if try Self.version(of: database) == 0 { try database.execute(Self.tables) }
        }
        return database
    }

    /// Throws it away; who has it open goes on with what is no longer there.
    func discard() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }

    /// A power cut may cost the last changes, which the next scan finds again.
    private func begin() throws(DatabaseFault) -> Database {
        let database = try Database(path)
        try database.execute("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY")
        return database
    }

    private static func version(of database: Database) throws(DatabaseFault) -> Int {
        let statement = try database.prepare("PRAGMA user_version")
        return try statement.step() ? Int(statement.integer(0)) : 0
    }

    /// The tables of an empty index.
    ///
    /// `words` is what searches look in, folded; a folder's are those behind the music folder it is in. Several artists
    /// and moods are separated by `\u{1F}`.
    private static let tables = """
        CREATE TABLE folders (id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, words TEXT NOT NULL);
        CREATE TABLE tracks (
            id INTEGER PRIMARY KEY, folder INTEGER NOT NULL REFERENCES folders ON DELETE CASCADE, name BLOB NOT NULL,
            size INTEGER NOT NULL, modified INTEGER NOT NULL, audio INTEGER NOT NULL, duration REAL, title TEXT,
            artists TEXT, album TEXT, albumArtist TEXT, disc INTEGER, number INTEGER, date TEXT, genre TEXT, moods TEXT,
            words TEXT NOT NULL, UNIQUE (folder, name)
        );
        CREATE INDEX choice ON tracks (genre, moods, audio);
        CREATE TABLE facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
        PRAGMA user_version = \(version);
        """
}

extension Database {
    /// A number that is kept beside the tracks.
    func fact(_ name: String) throws(DatabaseFault) -> Int64? {
        let statement = try prepare("SELECT value FROM facts WHERE name = ?")
        statement.bind([.text(name)])
        return try statement.step() ? statement.integer(0) : nil
    }

    func setFact(_ name: String, _ value: Int64) throws(DatabaseFault) {
        try prepare("INSERT OR REPLACE INTO facts VALUES (?, ?)").run(.text(name), .integer(value))
    }
}
