import Files
import Glibc
import Media
import Playback

/// Changes of the index, gathered and written in one transaction, so that the index is free while files are read.
final class LibraryWriter {
    /// A file as the index has it.
    struct KnownFile {
        let id: Int64
        let state: FileState
    }

    private enum Change {
        case put(name: [UInt8], folder: [UInt8], FileState, id: Int64?, ScannedFile)
        case remove(Int64)
    }

    private let database: Database
    private let roots: [[UInt8]]
    private let listing: Database.Statement
    private var changesWaiting: [Change] = []
    /// The folder that was written to last.
    private var folder: (path: [UInt8], id: Int64)?

    /// What was written.
    private(set) var changes = LibraryChanges()

    init(_ database: Database, roots: [[UInt8]]) throws(DatabaseFault) {
        self.database = database
        self.roots = roots
        listing = try database.prepare(
            """
            SELECT tracks.id, name, size, modified FROM tracks JOIN folders ON folder = folders.id WHERE path = ?
            """)
    }

    /// How many changes wait for `commit`.
    var waiting: Int { changesWaiting.count }

    /// What the index knows of a folder's own files, by their names.
    func files(in folder: [UInt8]) throws(DatabaseFault) -> [[UInt8]: KnownFile] {
        var files: [[UInt8]: KnownFile] = [:]
        listing.bind([.bytes(folder)])
        while try listing.step() {
            let state = FileState(size: listing.integer(2), modified: listing.integer(3))
            files[listing.bytes(1)] = KnownFile(id: listing.integer(0), state: state)
        }
        return files
    }

    /// A file that is new, or another than the known one.
    func put(
        _ name: [UInt8], in folder: [UInt8], _ state: FileState, known: KnownFile?, _ file: ScannedFile
    ) {
        changesWaiting.append(.put(name: name, folder: folder, state, id: known?.id, file))
    }

    /// A file that is gone.
    func remove(_ file: KnownFile) {
        changesWaiting.append(.remove(file.id))
    }

    /// Writes down what waits.
    func commit() throws(DatabaseFault) {
        guard !changesWaiting.isEmpty else { return }
        let waiting = changesWaiting
        changesWaiting = []
        // A folder without tracks may have been taken away meanwhile.
        folder = nil
        var changes = changes
        try database.transaction { () throws(DatabaseFault) in
            let insertion = try database.prepare(Self.insertion)
            let update = try database.prepare(Self.update)
            let removal = try database.prepare("DELETE FROM tracks WHERE id = ?")
            for change in waiting {
                switch change {
                case .remove(let id):
                    try removal.run(.integer(id))
                    changes.removed += database.changes
                case .put(let name, let folder, let state, let id, let file):
                    let values = columns(name, folder, state, file)
                    if let id {
                        update.bind(values + [.integer(id)])
                        while try update.step() {}
                        changes.changed += database.changes
                    } else {
                        insertion.bind(values + [.integer(try self.id(ofFolder: folder))])
                        while try insertion.step() {}
                        changes.added += 1
                    }
                }
            }
        }
        self.changes = changes
    }

    /// Takes folders out with all their files.
    func removeFolders(where isGone: ([UInt8]) -> Bool) throws(DatabaseFault) {
        try commit()
        var gone: [Int64] = []
        let folders = try database.prepare("SELECT id, path FROM folders")
        while try folders.step() {
            if isGone(folders.bytes(1)) { gone.append(folders.integer(0)) }
        }
        guard !gone.isEmpty else { return }
        var removed = 0
        try database.transaction { () throws(DatabaseFault) in
            let tracks = try database.prepare("DELETE FROM tracks WHERE folder = ?")
            let folder = try database.prepare("DELETE FROM folders WHERE id = ?")
            for id in gone {
                try tracks.run(.integer(id))
                removed += database.changes
                try folder.run(.integer(id))
            }
        }
        changes.removed += removed
    }

    /// Writes down that all music folders were scanned just now.
    func noteScan() throws(DatabaseFault) {
        try database.setFact("scanned", Int64(time(nil)))
    }

    private static let names = [
        "name", "size", "modified", "audio", "duration", "title", "artists", "album", "albumArtist", "disc", "number",
        "date", "genre", "moods", "words",
    ]
    private static let insertion = """
        INSERT OR REPLACE INTO tracks (\(names.joined(separator: ", ")), folder)
        VALUES (\(names.map { _ in "?" }.joined(separator: ", ")), ?)
        """
    private static let update = """
        UPDATE tracks SET \(names.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?
        """

    private func columns(
        _ name: [UInt8], _ folder: [UInt8], _ state: FileState, _ file: ScannedFile
    ) -> [Database.Value] {
        let track = file.track
        // A file without audio is nothing but its path.
        let audio = file.audio ?? (folder + [UInt8(ascii: "/")] + name).withUnsafeBytes { Checksum.of($0) }
        let artists = track.artists.joined(separator: LibraryText.separator)
        let words = [artists, track.albumArtist, track.album, track.title, track.genre, LibraryText.shown(name)]
        return [
            .bytes(name), .integer(state.size), .integer(state.modified), .integer(Int64(bitPattern: audio)),
            .optional(track.duration), .optional(track.title), artists.isEmpty ? .null : .text(artists),
            .optional(track.album), .optional(track.albumArtist), .optional(track.disc), .optional(track.number),
            .optional(track.date), .optional(track.genre), .optional(LibraryText.moods(file.moods)),
            .text(words.compactMap { $0.map(Folding.fold) }.joined(separator: "\n")),
        ]
    }

    private func id(ofFolder path: [UInt8]) throws(DatabaseFault) -> Int64 {
        if let folder, folder.path == path { return folder.id }
        let root = roots.first { path.isInside($0) } ?? []
        let words = Folding.fold(LibraryText.shown(Array(path.dropFirst(root.count))))
        try database.prepare("INSERT OR IGNORE INTO folders (path, words) VALUES (?, ?)").run(
            .bytes(path), .text(words))
        let selection = try database.prepare("SELECT id FROM folders WHERE path = ?")
        selection.bind([.bytes(path)])
        let id = try selection.step() ? selection.integer(0) : 0
        folder = (path, id)
        return id
    }
}

/// How text stands in the index.
enum LibraryText {
    /// Between several values of one field.
    static let separator = "\u{1F}"

    /// Moods as they are compared: folded, and each of several that a tag names by itself; nil for none.
    static func moods(_ moods: [String]) -> String? {
        let names = moods.flatMap { mood in
            Folding.fold(mood).split(whereSeparator: { ",;/|\u{1F}".contains($0) || $0.isNewline })
                .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        }.filter { !$0.isEmpty }
        return names.isEmpty ? nil : names.joined(separator: separator)
    }

    static func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
