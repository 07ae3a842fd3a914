import EventLoop
import Files
import Glibc
import JSON
import Playback

/// The lists that channels sent last, so that a source which fails after a restart keeps the list it has.
///
/// An address that belongs to a song's id may be signed, and is not written down; a radio station's isn't.
@ControlActor
final class ListCache {
    private nonisolated static let largest = 1 << 20
    private nonisolated static let largestFolder = 8 << 20

    private let folder: String
    private let workers: FileWorkers

    /// - Parameter folder: where lists are kept; it is made when the first one is.
    init(folder: String, workers: FileWorkers) {
        self.folder = folder
        self.workers = workers
    }

    /// Keeps a list in the background; it isn't told when that fails.
    func write(_ tracks: [Track], of source: String) {
        let kept = tracks.filter { $0.songID == nil || $0.isLive }
        let (path, folder) = (path(of: source), folder)
        ControlActor.start { [workers] in
            try await workers.run { _ in
                guard !kept.isEmpty else { return _ = unlink(path) }
                try makeFolder(folder)
                try AtomicFile.write(Self.text(kept), to: path)
                BoundedFolder(path: folder).trim(to: Self.largestFolder)
            }
        }
    }

    /// The list that was kept; empty if there is none.
    func read(of source: String) async -> [Track] {
        let path = path(of: source)
        let bytes = try? await workers.run { _ in try RegularFile.read(Array(path.utf8), limit: Self.largest) }
        guard let bytes, let items = (try? JSONValue(parsing: bytes))?.array else { return [] }
        return items.compactMap(Self.track)
    }

    private func path(of source: String) -> String {
        var source = source
        let hash = source.withUTF8 { Checksum.of(UnsafeRawBufferPointer($0)) }
        return "\(folder)/\(String(hash, radix: 16)).json"
    }

    private nonisolated static func text(_ tracks: [Track]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for track in tracks {
            writer.beginObject()
            writer.member("uri", track.uri)
            writer.member("id", track.songID)
            writer.member("title", track.title)
            writer.member("artists", track.artists)
            writer.member("album", track.album)
            writer.member("genre", track.genre)
            writer.member("artwork", track.artwork)
            writer.member("duration", track.duration)
            writer.member("live", track.isLive)
            writer.endObject()
        }
        writer.endArray()
        return writer.bytes
    }

    private nonisolated static func track(_ value: JSONValue) -> Track? {
        guard let uri = value["uri"]?.string else { return nil }
        var track = Track(uri: uri)
        track.songID = value["id"]?.string
        track.title = value["title"]?.string
        track.artists = value["artists"]?.array?.compactMap(\.string) ?? []
        track.album = value["album"]?.string
        track.genre = value["genre"]?.string
        track.artwork = value["artwork"]?.string
        track.duration = value["duration"]?.number
        track.isLive = value["live"]?.bool ?? false
        return track
    }
}
