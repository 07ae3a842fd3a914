/// One entry as the engine is asked to play it.
public struct Cue: Equatable, Sendable {
    /// The number of this order.
    public var ticket: Ticket
    /// The queue entry it plays.
    public var entry: EntryID
    /// Where its bytes are: as `Track.uri`.
    public var uri: String
    /// Where to begin, in seconds from the start of the track.
    public var start: Double
    /// True for a stream without an end, which always begins at its live edge.
    public var isLive: Bool
    /// True for what follows its forerunner on the same record: one doesn't fade into the other.
    public var isSequel: Bool
    /// What mixers and bars show; nil for the file's name.
    public var caption: String?

    /// Takes its parts.
    public init(
        ticket: Ticket, entry: EntryID, uri: String, start: Double = 0, isLive: Bool = false, isSequel: Bool = false,
        caption: String? = nil
    ) {
        self.ticket = ticket
        self.entry = entry
        self.uri = uri
        self.start = start
        self.isLive = isLive
        self.isSequel = isSequel
        self.caption = caption
    }
}

/// What the player asks of the engine.
///
/// Orders are carried out in turn; of several that wait, the newest `play` counts.
public enum EngineCommand: Equatable, Sendable {
    /// Drops what was written and plays this at once; a seek is the same entry with another start.
    case play(Cue, paused: Bool)
    /// What follows the track that plays, without a gap; nil for silence and the end.
    ///
    /// A new one replaces the former, also when that one lies in the sound server's buffer already, unheard.
    case follow(Cue?)
    case pause
    case resume
    case stop
    /// 0...100 and whether it is muted; a level of nil adopts what the sound server remembers.
    case volume(level: Int?, muted: Bool)
    /// Lets the sound fade out over this many seconds; the next `play` or `resume` is at full level again.
    case fadeOut(seconds: Double)
}

/// What the engine tells the player.
public enum EngineReport: Equatable, Sendable {
    /// Its first samples were written: it is no longer stalled.
    case written(Ticket)
    /// Its first sample was heard; for a follower, this is the moment of the track change.
    case started(Ticket)
    /// Its last sample was heard, and nothing followed.
    case ended(Ticket)
    /// It could not be opened or decoded; for one that plays, what was decoded before has been heard.
    case failed(Ticket, PlaybackFailure)
    /// It waits for the network or the sound server, and goes on by itself.
    case stalled(Ticket, StallCause)
    /// A better figure for its duration, in seconds; nil when it turned out to be unknown.
    case duration(Ticket, seconds: Double?)
    /// It turned out to be a live stream, without an end; the name is the station's own.
    case station(Ticket, name: String?)
    /// What lies behind its address says so of itself; of the track only the tags count.
    case tags(Ticket, Track)
    /// More of it has arrived; at most once a second.
    case buffered(Ticket)
    /// A live stream's title changed; empty when nothing has one.
    case title(Ticket, String)
    /// Somebody turned the volume in a mixer, or the sound server remembered it, after the engine had carried out so
    /// many orders of the volume.
    case volume(level: Int, muted: Bool, orders: Int = 0)
    /// The sound server or device changed its state.
    case output(OutputStatus)
    /// The sound server asks for silence (a call comes in), or gives the sound back.
    case corked(Bool)
    /// What the sound came out of was unplugged, and it has paused.
    case unplugged
}

/// Why there is silence although a track plays.
public enum StallCause: Equatable, Sendable {
    /// What it needs is on its way: nothing is wrong.
    case waiting
    /// Where its bytes come from is at fault, in a sentence; it is asked again.
    case source(String)
    /// The sound server or device is at fault, in a sentence.
    case output(String)
}

/// Why an entry could not be played.
public enum PlaybackFailure: Error, Equatable, Sendable {
    /// The file or address is at fault; the reason is one sentence for a person.
    case unplayable(reason: String)
    /// Its address is valid no more (403, 404, 410); where it came from may have a new one.
    case expired(reason: String)
    /// The folder it lies in is gone, as when a disk is not mounted; the path is the folder's.
    case folderMissing(path: String)
}

/// The sound server or device, as clients see it.
public struct OutputStatus: Equatable, Sendable {
    /// Whether it can sound.
    public enum State: String, Sendable {
        /// Nothing was asked of it yet, or it was let go.
        case idle
        case connecting
        case connected
        /// It does not answer; the engine tries again while something plays.
        case unavailable
    }

    /// The sink's name for a person, else the output's kind.
    public var name: String
    /// Whether it can sound.
    public var state: State
    /// What went wrong, when it is unavailable.
    public var fault: String?

    /// Takes its parts.
    public init(name: String, state: State, fault: String? = nil) {
        self.name = name
        self.state = state
        self.fault = fault
    }
}
