import EventLoop
import Playback

/// What is asked of a channel.
public struct BatchRequest: Sendable {
    /// Why music is wanted.
    public enum Occasion: Sendable {
        /// Somebody set the mood.
        case set
        /// What it sent before is nearly played.
        case refill
    }

    /// How many tracks are wanted, as a rule; a channel may send fewer, and more if its list is longer.
    public var count: Int
    /// Why they are wanted.
    public var occasion: Occasion

    /// Asks for tracks.
    public init(count: Int = 50, occasion: Occasion = .set) {
        self.count = count
        self.occasion = occasion
    }
}

/// Why a channel has no music.
public struct ChannelFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// Whose fault it is.
    public enum Kind: Sendable {
        /// The source answers, and has nothing that fits.
        case noMusic
        /// The source doesn't answer, or not with music.
        case unavailable
        /// There is no such mood.
        case unknownMood
        /// Whoever asked gave up.
        case cancelled
    }

    /// Whose fault it is.
    public var kind: Kind
    /// What happened and what to do, one sentence for a person.
    public var description: String
    /// Seconds after which it may be asked again, if it says so.
    public var retryAfter: Double?

    /// A fault with its message.
    public init(_ kind: Kind, _ description: String, retryAfter: Double? = nil) {
        self.kind = kind
        self.description = description
        self.retryAfter = retryAfter
    }
}

/// What became of a track that a channel had sent.
public enum TrackOutcome: Sendable {
    case started, ended, skipped, liked, unliked, banned
}

/// Where the music of a mood comes from.
@ControlActor
public protocol Channel: AnyObject {
    /// What a list of moods shows of it: `library`, or a path or an address.
    var summary: String { get }

    /// The next tracks, all with the channel's mood; never none.
    func batch(_ request: BatchRequest) async throws(ChannelFault) -> [Track]

    /// Tracks of the list that is there, to go on with while the source fails; none if it has no list.
    func kept(_ count: Int) -> [Track]

    /// The track with an address that works now, after the one it has has expired.
    func renewed(_ track: Track) async throws(ChannelFault) -> Track

    /// The address of a track's lyrics, if the channel knows one.
    func lyricsAddress(of track: Track) -> String?

    /// Takes note of what became of one of its tracks.
    func note(_ outcome: TrackOutcome, of track: Track)
}

extension Channel {
    /// None.
    public func kept(_ count: Int) -> [Track] { [] }

    /// A track whose address expired is gone.
    public func renewed(_ track: Track) async throws(ChannelFault) -> Track {
        throw ChannelFault(.unavailable, "\(track.uri) isn't there any more")
    }

    /// None is known.
    public func lyricsAddress(of track: Track) -> String? { nil }

    /// It makes no difference.
    public func note(_ outcome: TrackOutcome, of track: Track) {}
}
