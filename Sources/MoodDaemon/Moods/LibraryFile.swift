import Audio
import Files
import Glibc
import Media
import Moods
import Playback

/// Reads what the library wants to know of a file; it blocks, and so belongs on a worker thread.
struct LibraryFile: Sendable {
    /// How texts are read that are not UTF-8.
    let decoder: TextDecoder

    /// The file's tags, duration and hash, as far as it has them.
    @Sendable func read(_ path: [UInt8]) -> ScannedFile {
        guard
            let (tags, audio) = try? TrackReader(decoder: decoder).withFile(
                path,
                { file in
                    (Tags.read(file, decoder: decoder), AudioHash.of(file))
                })
        else { return ScannedFile() }
        var track = Track(uri: Location.uri(path: path))
        track.adopt(tags)
        track.duration = (try? TrackFacts.read(uri: track.uri))?.duration
        return ScannedFile(track: track, moods: tags.moods, audio: audio)
    }

    /// The key by which a file's marks are kept; nil if there is no audio in it.
    func markKey(_ path: [UInt8]) -> MarkKey? {
        let hash = try? TrackReader(decoder: decoder).withFile(path) { file in
            Media.AudioFormat.sniff(file).flatMap { _ in AudioHash.of(file) }
        }
        return hash.map(MarkKey.init(audio:))
    }
}
