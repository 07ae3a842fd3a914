import EventLoop
import Files
import Glibc
import Media
import Moods
import Playback

/// Finds the cover of a track: in its tags, beside its file, or where its list says.
@ControlActor
final class ArtworkFinder {
    private let music: MusicSources
    private let reader = TrackReader()

    /// A picture, as a file that other programs can show.
    struct Picture: Sendable {
        let path: String
        let type: ImageType
    }

    init(_ music: MusicSources) {
        self.music = music
    }

    /// The cover; nil if there is none.
    ///
    /// - Throws: `HTTPFailure` if it lies at an address that doesn't answer, `SystemFault` if it can't be kept.
    func cover(of track: Track) async throws -> Picture? {
        if let path = Location.path(uri: track.uri) {
            let (reader, store) = (reader, music.covers.store)
            let found = try await music.workers.run { _ in try Self.local(path, reader, store) }
            if let found { return found }
        }
        guard let artwork = track.artwork else { return nil }
        if let path = Location.path(uri: artwork) {
            return try await music.workers.run { _ in Self.picture(path) }
        }
        guard Location.isRemote(artwork), let path = try await music.covers.path(ofAddress: artwork) else { return nil }
        return try await music.workers.run { _ in Self.picture(Array(path.utf8)) }
    }

    private nonisolated static func local(
        _ path: [UInt8], _ reader: TrackReader, _ store: CoverStore
    ) throws -> Picture? {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
        let source =
            "\(String(decoding: path, as: UTF8.self)) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
        if let kept = store.path(of: source) { return picture(Array(kept.utf8)) }
        if let cover = try? reader.tags(of: path, .cover).cover {
            return Picture(path: try store.write(cover, of: source), type: cover.type)
        }
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let names = (try? FolderNames.read(Array(path[..<slash]))) ?? []
        return CoverFile.best(among: names.compactMap { String(validating: $0, as: UTF8.self) })
            .flatMap { picture(path[...slash] + Array($0.utf8)) }
    }

    /// The picture in a file; nil if it holds none.
    private nonisolated static func picture(_ path: [UInt8]) -> Picture? {
        guard let descriptor = try? RegularFile.open(path) else { return nil }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: 12)
        let count = read(descriptor, &head, head.count)
        return ImageType(sniffing: head.prefix(max(0, count))).map { Picture(path: Location.uri(path: path), type: $0) }
    }
}
