import EventLoop
import Files
import Glibc
import Media
import Playback

/// The tracks in a folder or a playlist, playlists in a playlist included.
struct PathListing {
    /// More tracks than this are not taken.
    private static let mostTracks = 200_000
    private static let largestPlaylist = 16 << 20
    /// How deep playlists are followed.
    private static let deepest = 3

    /// What was found.
    private(set) var tracks: [Track] = []
    private let decoder: TextDecoder
    private var visited: Set<[UInt8]> = []

    /// Walks the folder, or reads the playlist.
    init(_ path: [UInt8], decoder: TextDecoder, _ cancellation: Cancellation) throws {
        self.decoder = decoder
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else {
            let fault = SystemFault(path: LibraryText.shown(path), code: errno)
            throw MissingFolder.above(path).map {
                ChannelFault(.noMusic, "the mood's music: \(MissingFolder.message(for: $0))")
            } ?? ChannelFault(.noMusic, "the mood's music: \(fault)")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            try addPlaylist(path, depth: 0)
            return
        }
        var walk = FolderWalk(path)
        while tracks.count < Self.mostTracks, let folder = walk.next() {
            try cancellation.check()
            tracks += folder.paths.map { Track(uri: Location.uri(path: $0)) }
        }
        if let fault = walk.faults.first, tracks.isEmpty { throw fault }
    }

    private mutating func addPlaylist(_ path: [UInt8], depth: Int) throws {
        guard depth < Self.deepest, visited.insert(path).inserted else { return }
        let bytes = try RegularFile.read(path, limit: Self.largestPlaylist)
        let name = LibraryText.shown(path)
        guard let format = PlaylistFormat.sniff(bytes) ?? PlaylistFormat(fileName: name) else {
            throw ChannelFault(.noMusic, "\(name) is neither a folder nor a playlist")
        }
        let playlist = Playlist.parse(bytes, as: format, origin: Location.uri(path: path), decoder: decoder)
        for entry in playlist.entries where tracks.count < Self.mostTracks { try add(entry, depth) }
    }

    private mutating func add(_ entry: PlaylistEntry, _ depth: Int) throws {
        var track = Track(uri: entry.uri)
        if !track.isThere, let other = entry.alternatives.first(where: { Track(uri: $0).isThere }) { track.uri = other }
        if let path = Location.path(uri: track.uri), PlaylistFormat(fileName: track.uri) != nil {
            // A playlist in it that can't be read costs itself alone.
            return (try? addPlaylist(path, depth: depth + 1)) ?? ()
        }
        track.title = entry.title
        track.artists = entry.artist.map { [$0] } ?? []
        track.album = entry.album
        track.duration = entry.duration
        track.artwork = entry.artwork
        tracks.append(track)
    }
}
