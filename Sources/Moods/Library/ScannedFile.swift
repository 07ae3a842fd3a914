import Media
import Playback

/// What a scan learns from a file.
public struct ScannedFile: Sendable {
    /// Its tags and duration; the path is added where it is needed.
    public var track: Track
    /// The moods it is marked with in its tags, as they stand there.
    public var moods: [String]
    /// The hash of its audio (see `AudioHash`); nil if there is none.
    public var audio: UInt64?

    /// What a file says about itself.
    public init(track: Track = Track(uri: ""), moods: [String] = [], audio: UInt64? = nil) {
        self.track = track
        self.moods = moods
        self.audio = audio
    }
}
