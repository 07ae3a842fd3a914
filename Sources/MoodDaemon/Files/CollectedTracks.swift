import Audio
import Files
import Glibc
import Media
import MoodProtocol
import Network
import Playback

/// What paths, folders, playlists and addresses lead to: the tracks to be added, and what was passed over.
///
/// It blocks, and so belongs on a worker thread.
struct CollectedTracks: Sendable {
    /// The tracks, in the order in which they are to be added.
    private(set) var tracks: [Track] = []
    /// The first of what was passed over.
    private(set) var skipped: [AddResult.Skipped] = []
    private(set) var skippedCount = 0
    /// Folders that hold music, beside files whose kind isn't supported.
    private(set) var unsupported: [AddResult.Skipped] = []
    /// Whether tags are still to be read: there were too many files to wait for it.
    private(set) var lacksTags = false

    private static let deepestPlaylist = 3

    private let sources: Sources
    /// Files in their folders, until it is known whether there are few enough to read their tags first.
    private var pieces: [Piece] = []
    private var fileCount = 0

    /// Where to look, and how to read.
    struct Sources: Sendable {
        var reader = TrackReader()
        var playlists: PlaylistStore
        var remote = RemotePlaylists()
    }

    private enum Piece {
        case folder(FolderWalk.Folder)
        case track(Track, path: [UInt8]?)
    }

    /// Collects what the items lead to.
    init(_ items: [Item], from sources: Sources, isCancelled: () -> Bool) {
        self.sources = sources
        for item in items {
            if isCancelled() { return }
            collect(item, isCancelled)
        }
        finish(isCancelled)
    }

    /// Collects a playlist's entries.
    init(_ entries: [PlaylistEntry], from sources: Sources, isCancelled: () -> Bool) {
        self.sources = sources
        for entry in entries { append(entry) }
        finish(isCancelled)
    }

    private mutating func finish(_ isCancelled: () -> Bool) {
        lacksTags = fileCount > AlbumOrder.fileLimit
        tracks.reserveCapacity(max(fileCount, pieces.count))
        for piece in pieces {
            if isCancelled() { return }
            finish(piece)
        }
        pieces = []
    }

    private mutating func skip(_ item: String, _ reason: String) {
        skippedCount += 1
        if skipped.count < AddResult.mostSkipped { skipped.append(AddResult.Skipped(item: item, reason: reason)) }
    }

    private mutating func collect(_ item: Item, _ isCancelled: () -> Bool) {
        guard let path = Location.path(uri: item.uri) else {
            if let reason = Self.reasonAgainst(item.uri) { return skip(item.uri, reason) }
            return collectAddress(item)
        }
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else {
            return skip(item.uri, Self.reason(errno, path))
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: collectFolder(path, item, isCancelled)
        case S_IFREG: collectFile(path, item)
        default: skip(item.uri, "not a file")
        }
    }

    /// Why an address can't be asked for; nil if it can.
    private static func reasonAgainst(_ address: String) -> String? {
        switch Location.scheme(of: address) {
        case "http", "https": host(of: address).isEmpty ? "names no host" : nil
        case "file": "names no file of this machine"
        case let scheme?: "\(scheme) isn't supported, only http and https are"
        case nil: "neither an absolute path nor an address"
        }
    }

    private mutating func collectAddress(_ item: Item) {
        var track = Track(item)
        switch sources.remote[item.uri] {
        case .entries(let entries): return entries.forEach { append($0) }
        case .nothing(let reason): return skip(item.uri, reason)
        case .station(let title):
            track.isLive = true
            track.title = track.title ?? title
        case nil: break
        }
        pieces.append(.track(track, path: nil))
    }

    private static func reason(_ code: Int32, _ path: [UInt8]) -> String {
        guard code == ENOENT || code == ENOTDIR else { return String(cString: strerror(code)).lowercased() }
        var status = stat()
        if path.withCString({ lstat($0, &status) }) == 0 { return "a link to something that isn't there" }
        return MissingFolder.above(path).map(MissingFolder.message) ?? "no such file"
    }

    private mutating func collectFolder(_ path: [UInt8], _ item: Item, _ isCancelled: () -> Bool) {
        var walk = FolderWalk(path)
        var found = 0
        while !isCancelled(), let folder = walk.next() {
            found += folder.files.count
            if !folder.files.isEmpty { pieces.append(.folder(folder)) }
        }
        for fault in walk.faults { skip(fault.path, fault.reason) }
        skippedCount += walk.faultCount - walk.faults.count
        if !walk.unsupported.isEmpty, found > 0 {
            if unsupported.count < AddResult.mostSkipped {
                unsupported.append(AddResult.Skipped(item: item.uri, reason: Self.reason(walk.unsupported)))
            }
        } else if !walk.unsupported.isEmpty {
            skip(item.uri, Self.reason(walk.unsupported))
        } else if found == 0, walk.faultCount == 0 {
            skip(item.uri, "no music in it")
        }
        fileCount += found
    }

    private static func reason(_ unsupported: [String: Int]) -> String {
        let count = unsupported.values.reduce(0, +)
        let kinds = unsupported.keys.sorted().joined(separator: ", ")
        return count == 1
            ? "1 file of a kind that isn't supported (\(kinds))"
            : "\(count) files of kinds that aren't supported (\(kinds))"
    }

    private mutating func collectFile(_ path: [UInt8], _ item: Item) {
        if PlaylistFileName.fits(path) { return collectPlaylist(path, item, within: []) }
        fileCount += 1
        do throws(PlaybackFailure) {
            // A file that was named is judged by what is in it, so that a wrong one is told at once.
            _ = try TrackFacts.read(uri: item.uri)
            var track = Track(item)
            track.uri = Location.uri(path: path)
            pieces.append(.track(track, path: path))
        } catch {
            skip(item.uri, error.reason)
        }
    }

    /// Follows playlists in playlists, so deep as somebody may mean it, and never in a circle.
    private mutating func collectPlaylist(_ path: [UInt8], _ item: Item, within outer: [[UInt8]]) {
        guard outer.count < Self.deepestPlaylist, !outer.contains(path) else { return }
        do throws(PlaylistFault) {
            let entries = try sources.playlists.entries(at: path)
            if entries.isEmpty { skip(item.uri, "nothing in it") }
            for entry in entries {
                if let inner = Location.path(uri: entry.uri), PlaylistFileName.fits(inner) {
                    collectPlaylist(inner, Item(uri: entry.uri), within: outer + [path])
                } else {
                    append(entry)
                }
            }
        } catch {
            skip(item.uri, error.description)
        }
    }

    /// Takes over a playlist's entry; whether it can be played shows when its turn comes.
    private mutating func append(_ entry: PlaylistEntry) {
        let path = Location.path(uri: entry.uri)
        if path != nil { fileCount += 1 }
        pieces.append(.track(Track(entry), path: path))
    }

    private mutating func finish(_ piece: Piece) {
        switch piece {
        case .folder(let folder) where lacksTags:
            for path in folder.paths { tracks.append(Track(uri: Location.uri(path: path))) }
        case .folder(let folder):
            let prefix = folder.path + [UInt8(ascii: "/")]
            let files = folder.files.map { name in
                AlbumOrder.File(name: name, tags: (try? sources.reader.tags(of: prefix + name)) ?? Tags())
            }
            for file in AlbumOrder.sorted(files) { tracks.append(track(prefix + file.name, file.tags)) }
        case .track(let track, let path):
            guard !lacksTags, let path, let read = try? sources.reader.read(path) else {
                tracks.append(track)
                return
            }
            tracks.append(read.merged(with: track))
        }
    }

    private func track(_ path: [UInt8], _ tags: Tags) -> Track {
        var track = Track(uri: Location.uri(path: path))
        track.adopt(tags)
        track.duration = (try? TrackFacts.read(uri: track.uri))?.duration
        return track
    }
}

extension PlaybackFailure {
    /// One sentence for a person.
    var reason: String {
        switch self {
        case .unplayable(let reason), .expired(let reason): reason
        case .folderMissing(let path): MissingFolder.message(for: Array(path.utf8))
        }
    }
}

extension Track {
    /// What somebody asks to be added, with the tags that came with it.
    init(_ item: Item) {
        self.init(uri: item.uri)
        title = item.title
        artists = item.artists
        album = item.album
        albumArtist = item.albumArtist
        disc = item.disc
        number = item.track
        date = item.date
        genre = item.genre
        duration = item.duration
        artwork = item.artwork
        isLive = item.live
    }

    /// This track, as it was read from the file, with what `given` says beside it.
    func merged(with given: Track) -> Track {
        var track = given.filled(from: self)
        track.uri = uri
        track.duration = duration ?? given.duration
        track.isLive = isLive
        return track
    }
}
