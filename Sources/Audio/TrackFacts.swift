import Playback

/// What a track's headers tell without decoding it.
public struct TrackFacts: Equatable, Sendable {
    /// The rate and channels of its samples.
    public var format: AudioFormat
    /// Seconds, exact; nil if only reading the whole file would tell.
    public var duration: Double?
    /// The average in kbit/s, as far as it is known.
    public var bitrate: Int?

    /// Reads them from a file by its absolute path or `file://` address; it may wait for the disk.
    ///
    /// - Throws: the reason why it could not be played.
    public static func read(uri: String) throws(PlaybackFailure) -> TrackFacts {
        let source = try FileSource(uri: uri)
        do throws(Obstacle) {
            return try DecoderOpening.facts(of: source)
        } catch {
            throw error.failure
        }
    }
}
