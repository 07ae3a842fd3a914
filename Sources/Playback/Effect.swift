/// What the daemon has to do after the player handled an event, in this order.
public enum Effect: Equatable, Sendable {
    case engine(EngineCommand)
    /// The event changed what must survive: it belongs in the log, before anybody is answered.
    case record(Event)
    case changed(Topics)
    /// A track was left. `heard` is nil when only the engine's timeline knows how far.
    case played(Entry, heard: Double?, how: Ending)
    case fault(Fault)
    /// The command was not carried out; nothing changed.
    case refused(Refusal)
    /// So many entries were added, numbered from the first one on.
    case added(first: EntryID, count: Int)
    case removed(count: Int)
    /// The last but one of the mood's tracks has come: its channel should send more.
    case refill
}

/// What clients can follow; set when its value may have changed.
public struct Topics: OptionSet, Sendable {
    /// One bit a topic.
    public let rawValue: UInt8

    /// Takes its parts.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// State, current entry, position, and all else that status shows.
    public static let player = Topics(rawValue: 1)
    /// The entries or their order.
    public static let queue = Topics(rawValue: 2)
    /// Repeat, shuffle, consume, stop after current.
    public static let modes = Topics(rawValue: 4)
    /// The volume, or whether it is muted.
    public static let volume = Topics(rawValue: 8)
    /// The mood that is set.
    public static let mood = Topics(rawValue: 16)
    /// The sound server or device.
    public static let output = Topics(rawValue: 32)
}

/// How a track was left.
public enum Ending: String, Sendable {
    case end, next, stop, error
}

/// Why something went wrong or was refused: the word that clients see.
public enum Reason: String, Sendable {
    case nothingPlaying, noSuchEntry, notSeekable, unplayable, outputUnavailable, sourceUnavailable, noMusic, notFound,
        limitReached
}

/// Something went wrong while playing.
public struct Fault: Equatable, Sendable {
    /// The word that clients see.
    public var reason: Reason
    /// For a person: a sentence, or where an entry can't be played what follows its name and a colon.
    public var message: String
    /// The entry it happened to, if it was one.
    public var entry: EntryID?

    /// Takes its parts.
    public init(reason: Reason, message: String, entry: EntryID? = nil) {
        self.reason = reason
        self.message = message
        self.entry = entry
    }
}

/// Why a command was not carried out.
public struct Refusal: Error, Equatable, Sendable {
    /// The word that clients see.
    public var reason: Reason
    /// One sentence for a person.
    public var message: String

    /// Takes its parts.
    public init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }
}
