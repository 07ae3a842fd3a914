import Audio
import Moods
import Playback

/// What the user set, and the defaults for the rest.
public struct Configuration: Equatable, Sendable {
    /// Folders with music, absolute.
    public var music: [String]
    /// The folder of the playlists, absolute.
    public var playlists: String
    /// Where the sound goes.
    public var output = OutputConfiguration.pulse(sink: nil, buffer: 2)
    /// Where the music of a mood comes from, by its name; the built-in moods stand here only if they were changed.
    public var moods: [String: ChannelConfiguration] = [:]
    /// How far the music goes on by itself after a clean stop.
    public var resume = Player.State.paused
    /// `previous` restarts the track when more seconds than these were heard; nil: never.
    public var previousRestartsAfter: Double?
    /// Whether tracks are brought to the same loudness.
    public var replayGain = ReplayGainMode.off
    /// Decibels by which they are louder then.
    public var replayGainPreamp = 0.0
    /// Seconds in which one track fades into the next.
    public var crossfade = 0.0
    /// Whether the desktop shows what begins to play.
    public var notifications = false
    /// Whether the music pauses before the machine sleeps.
    public var pauseOnSleep = true
    /// Whether it pauses when headphones are unplugged.
    public var pauseOnUnplug = true
    /// Encodings that tags are tried in which aren't UTF-8.
    public var fallbackEncodings: [String] = []
    /// Whether a positive offset shows lyrics earlier, as most players have it, or later.
    public var positiveOffset = LyricsOffset.earlier
    /// How the mood is found out from a picture.
    public var scan = Scan()

    /// What a positive offset in lyrics means.
    public enum LyricsOffset: String, CaseIterable, Sendable {
        case earlier, later
    }

    /// How the user's mood is found out.
    public struct Scan: Equatable, Sendable {
        /// The program and its arguments; nil when none is configured.
        public var command: [String]?
        /// A result that is less sure than this, 0...1, doesn't count.
        public var minimumScore = 0.5
    }

    /// The defaults of a user with these paths.
    public init(paths: Paths, musicFolder: String) {
        music = [musicFolder]
        playlists = paths.playlists
    }
}
