import Audio
import Files
import Glibc
import Media
import Playback

/// Reads what a file says about itself; it blocks, and so belongs on a worker thread.
struct TrackReader: Sendable {
    /// How texts are read that are not UTF-8.
    var decoder = TextDecoder()

    /// The track in a local file, with its tags and, where its headers tell it, its duration.
    ///
    /// - Throws: why the file can't be played.
    func read(_ path: [UInt8]) throws(PlaybackFailure) -> Track {
        let uri = Location.uri(path: path)
        let facts = try TrackFacts.read(uri: uri)
        var track = Track(uri: uri)
        track.duration = facts.duration
        if let tags = try? tags(of: path) { track.adopt(tags) }
        return track
    }

    /// The file's tags; empty if it has none.
    func tags(of path: [UInt8], _ contents: TagContents = []) throws(SystemFault) -> Tags {
        try withFile(path) { Tags.read($0, contents, decoder: decoder) }
    }

    /// Opens a file for reading here and there.
    func withFile<Result>(_ path: [UInt8], _ body: (RandomAccess) -> Result) throws(SystemFault) -> Result {
        let descriptor = try RegularFile.open(path)
        defer { close(descriptor) }
        var status = stat()
        let size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
        return body(
            RandomAccess(size: size) { offset, count in
                [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                    filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
                }
            })
    }
}
