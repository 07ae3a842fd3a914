import EventLoop
import Files
import Media
import Moods
import Network
import Playback

/// Finds the lyrics of a track: beside its file, in its tags, or where its channel says.
@ControlActor
final class LyricsFinder {
    private static let patience = 15.0

    /// How texts are read, as the user set it.
    var reader = TrackReader()
    /// What a positive offset means, as the user set it.
    var positiveOffset = Lyrics.PositiveOffset.earlier

    private let music: MusicSources

    init(_ music: MusicSources) {
        self.music = music
    }

    /// The lyrics and where they are from; nil if there are none.
    ///
    /// - Throws: `HTTPFailure` if they lie at an address that doesn't answer.
    func lyrics(of track: Track) async throws -> (lyrics: Lyrics, source: String)? {
        if let path = Location.path(uri: track.uri) {
            let (reader, offset) = (reader, positiveOffset)
            let found = try await music.workers.run { _ in Self.local(path, reader, offset) }
            if let found { return found }
        }
        guard let url = music.channels.channel(of: track.mood ?? "")?.lyricsAddress(of: track) else { return nil }
        let download = try await music.client.fetch(
            HTTPRequest(url: url), limit: Lyrics.maximumSize, seconds: Self.patience)
        let (offset, decoder) = (positiveOffset, reader.decoder)
        let lyrics = try await music.workers.run { _ in
            Lyrics.parse(download.body, positiveOffset: offset, decoder: decoder)
        }
        return lyrics.map { ($0, "channel") }
    }

    private nonisolated static func local(
        _ path: [UInt8], _ reader: TrackReader, _ offset: Lyrics.PositiveOffset
    ) -> (Lyrics, String)? {
        if let file = fileBeside(path),
            let bytes = try? RegularFile.read(file, limit: Lyrics.maximumSize),
            let lyrics = Lyrics.parse(bytes, positiveOffset: offset, decoder: reader.decoder)
        {
            return (lyrics, "file")
        }
        guard let tags = try? reader.tags(of: path, .lyrics) else { return nil }
        return Lyrics.embedded(in: tags, positiveOffset: offset).map { ($0, "tags") }
    }

    /// The file of the same name that ends in `.lrc`, in any case.
    private nonisolated static func fileBeside(_ path: [UInt8]) -> [UInt8]? {
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")), let dot = path.lastIndex(of: UInt8(ascii: ".")),
            dot > slash
        else { return nil }
        let stem = path[(slash + 1)...dot]
        let names = (try? FolderNames.read(Array(path[..<slash]))) ?? []
        return names.first {
            $0.starts(with: stem) && String(decoding: $0.dropFirst(stem.count), as: UTF8.self).lowercased() == "lrc"
        }.map { path[...slash] + $0 }
    }
}
