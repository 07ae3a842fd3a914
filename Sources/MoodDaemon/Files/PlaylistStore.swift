import Files
import Glibc
import Media
import MoodProtocol
import Synchronization

/// The playlists that the daemon keeps: M3U8 files in one folder, which other players read and write as well.
///
/// Its functions block, and so belong on a worker thread.
public struct PlaylistStore: Sendable {
    /// A playlist in the list of all.
    public struct Summary: Equatable, Sendable {
        /// Without the ending of its file.
        public let name: String
        /// How many entries it has.
        public let count: Int
        /// When it was written, in seconds since 1970.
        public let modified: Double
    }

    /// What saving does with a playlist of that name.
    public enum SaveMode: Sendable {
        /// Refuses, with `PlaylistFault.exists`.
        case keep
        case append
        case overwrite
    }

    /// A playlist file may be so large, in bytes.
    private static let sizeLimit = 64 << 20
    /// Kinds of files that are playlists here, the one that is written first.
    private static let endings = [".m3u8", ".m3u"]
    private static let saves = Atomic<UInt32>(0)

    private let folder: String
    private let music: [String]

    /// - Parameters:
    ///   - folder: where the playlists lie; it is made when the first one is saved.
    ///   - music: folders under which entries are looked for that aren't found beside the playlist.
    public init(folder: String, music: [String]) {
        self.folder = folder
        self.music = music
    }

    /// All playlists, by natural order of their names.
    public func list() throws(PlaylistFault) -> [Summary] {
        let files: [[UInt8]]
        do throws(SystemFault) {
            files = try FolderNames.read(Array(folder.utf8))
        } catch {
            if error.code == ENOENT { return [] }
            throw .file(error)
        }
        var names: Set<String> = []
        for file in files {
            let file = String(decoding: file, as: UTF8.self)
            for ending in Self.endings where file.hasSuffix(ending) {
                let name = String(file.dropLast(ending.count))
                if PlaylistName.isValid(name), !name.unicodeScalars.contains("\u{FFFD}") { names.insert(name) }
            }
        }
        return names.sorted { NaturalOrder.precedes(Array($0.utf8), Array($1.utf8)) }.compactMap(summary)
    }

    /// The entries of a playlist, as it names them; those that aren't where it says are looked for elsewhere.
    public func entries(of name: String) throws(PlaylistFault) -> [PlaylistEntry] {
        guard let path = try path(of: name) else { throw .notFound(name) }
        return try parse(Array(path.utf8)).map(located)
    }

    /// The entries of a playlist that lies anywhere, as it names them; those that aren't where it says are looked for
    /// elsewhere.
    func entries(at path: [UInt8]) throws(PlaylistFault) -> [PlaylistEntry] {
        try parse(path).map(located)
    }

    /// Saves entries under a name, and answers how many the playlist has then.
    ///
    /// A playlist that can't be read is not appended to, and so not lost.
    public func save(
        _ entries: [PlaylistEntry], as name: String, mode: SaveMode = .keep
    ) throws(PlaylistFault) -> Int {
        let former = try path(of: name)
        var all = entries
        if let former {
            switch mode {
            case .keep: throw .exists(name)
            case .append: all = try parse(Array(former.utf8)) + entries
            case .overwrite: break
            }
        }
        let path = "\(folder)/\(name)\(Self.endings[0])"
        let number = Self.saves.wrappingAdd(1, ordering: .relaxed).newValue
        do throws(SystemFault) {
            try makeFolder(folder)
            try AtomicFile.write(M3U.format(all), to: path, suffix: ".\(number).new")
        } catch {
            throw .file(error)
        }
        if let former, former != path { unlink(former) }
        return all.count
    }

    /// Deletes a playlist.
    public func remove(_ name: String) throws(PlaylistFault) {
        guard let path = try path(of: name) else { throw .notFound(name) }
        guard unlink(path) == 0 else { throw .file(SystemFault(path: path, code: errno)) }
        // One of another kind that the first one hid.
        if let other = try self.path(of: name) { unlink(other) }
    }

    private func summary(_ name: String) -> Summary? {
        var status = stat()
        guard let path = try? path(of: name), stat(path, &status) == 0, let entries = try? parse(Array(path.utf8))
        else {
            return nil
        }
        let modified = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec / 1_000_000) / 1000
        return Summary(name: name, count: entries.count, modified: modified)
    }

    /// The file of that name, if there is one.
    private func path(of name: String) throws(PlaylistFault) -> String? {
        guard PlaylistName.isValid(name) else { throw .name(name) }
        var status = stat()
        return Self.endings.map { "\(folder)/\(name)\($0)" }.first { lstat($0, &status) == 0 }
    }

    private func parse(_ path: [UInt8]) throws(PlaylistFault) -> [PlaylistEntry] {
        do throws(SystemFault) {
            let bytes = try RegularFile.read(path, limit: Self.sizeLimit)
            let format = PlaylistFormat.sniff(bytes) ?? PlaylistFormat(fileName: String(decoding: path, as: UTF8.self))
            return Playlist.parse(bytes, as: format ?? .m3u, origin: Location.uri(path: path)).entries
        } catch {
            throw .file(error)
        }
    }

    /// The entry where its file is: at one of the places that the playlist may mean, else under a music folder, to
    /// which MPD's playlists are relative.
    private func located(_ entry: PlaylistEntry) -> PlaylistEntry {
        guard let path = Location.path(uri: entry.uri), !Self.exists(path) else { return entry }
        var places = entry.alternatives.compactMap { Location.path(uri: $0) }
        for place in [path] + places {
            guard place.starts(with: folder.utf8), place.dropFirst(folder.utf8.count).first == UInt8(ascii: "/") else {
                continue
            }
            places += music.map { Array($0.utf8) + place.dropFirst(folder.utf8.count) }
        }
        guard let found = places.first(where: Self.exists) else { return entry }
        var entry = entry
        entry.uri = Location.uri(path: found)
        return entry
    }

    private static func exists(_ path: [UInt8]) -> Bool {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0
    }
}
