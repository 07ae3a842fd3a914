/// What the daemon plays, in which order, and how: a value that changes by events alone.
///
/// It knows neither time nor chance: the position that is heard comes with the command that needs it, and the random
/// numbers come from a generator that is part of it. The same events from the same state have the same effects.
public struct Player: Sendable {
    /// Whether something plays.
    public enum State: String, CaseIterable, Sendable {
        case stopped, playing, paused
    }

    /// What pauses the music for a while.
    public enum Interruption: Equatable, Sendable {
        /// The sound server asked for silence.
        case call
        /// The machine sleeps.
        case sleep
    }

    /// What the configuration says about playing.
    public struct Options: Equatable, Sendable {
        /// `previous` restarts the track when more seconds than these were heard; nil: never.
        public var previousRestartsAfter: Double?

        /// Takes its parts.
        public init(previousRestartsAfter: Double? = nil) {
            self.previousRestartsAfter = previousRestartsAfter
        }
    }

    /// What is to be played.
    public internal(set) var queue = Queue()
    /// nil when the queue is empty, or was filled and nothing played yet.
    public internal(set) var current: EntryID?
    /// The current entry's place in the queue, counted from 0.
    public internal(set) var index: Int?
    /// Whether it plays; see also `isStalled`.
    public internal(set) var state = State.stopped
    /// How it goes on at the end of a track and of the queue.
    public internal(set) var modes = Modes()
    /// 0...100; nil until it is known.
    public internal(set) var volume: Int?
    /// Silent, whatever the volume.
    public internal(set) var isMuted = false
    /// The mood that is set; nil without one.
    public internal(set) var mood: Mood?
    /// What the configuration says.
    public internal(set) var options = Options()
    /// The sound server or device; nil until the engine has spoken of it.
    public internal(set) var output: OutputStatus?
    /// The last fault; nil once it plays again.
    public internal(set) var fault: Fault?
    /// What a live stream says it plays.
    public internal(set) var liveTitle: String?
    /// True while the end of the track will pause, because the time to sleep came.
    public internal(set) var sleepsAtEnd = false

    /// Why it is paused, if not by anybody's command: it goes on by itself when that is over.
    public internal(set) var interruption: Interruption?

    /// Where the current entry began or will begin, in seconds: its position as long as the engine has not started
    /// `ticket`, or nothing is loaded.
    public internal(set) var start = 0.0
    /// The order under which the engine has the current entry; nil when nothing is loaded.
    public internal(set) var ticket: Ticket?

    /// The shuffled order; nil when the queue plays in its own.
    var shuffled: PlayOrder?
    var generator: SplitMix64
    var undoHistory = UndoHistory()
    /// Additions that may be continued; any other edit ends it.
    var batch: Batch?
    var lastTicket: UInt32 = 0
    /// What the engine was told to play after the current entry.
    var follower: Follower?
    /// Followers that were replaced, in case one of them was heard already.
    var formerFollowers: [Follower] = []
    /// Entries that failed as followers of the current one, in the queue's own order.
    var passedOver: [EntryID] = []
    /// The engine's first samples of `ticket` were written, and it doesn't wait.
    var isFlowing = false
    /// The first sample of `ticket` was heard.
    var isStarted = false
    /// Some of the current entry was heard, also before a seek.
    var wasHeard = false
    /// Failures since something was heard.
    var failures = 0

    /// An entry that the engine was told to play next.
    public struct Follower: Equatable, Sendable {
        /// The order to the engine.
        public var ticket: Ticket
        /// What it was told to play.
        public var entry: EntryID
        /// Where it was said to be; an address may be renewed meanwhile.
        public var uri: String

        /// Takes its parts.
        public init(ticket: Ticket, entry: EntryID, uri: String) {
            self.ticket = ticket
            self.entry = entry
            self.uri = uri
        }
    }

    /// The additions of one command, as far as they have come.
    public struct Batch: Equatable, Sendable {
        /// The word that joins them.
        public var word: String
        /// The last entry that was added.
        public var last: EntryID

        /// Takes its parts.
        public init(word: String, last: EntryID) {
            self.word = word
            self.last = last
        }
    }

    /// An empty player; the seed decides about all its shuffling.
    public init(seed: UInt64, options: Options = Options()) {
        generator = SplitMix64(seed: seed)
        self.options = options
    }

    /// Changes its state, and says what is to be done about it.
    public mutating func handle(_ event: Event) -> [Effect] {
        var turn = Turn(event: event)
        switch event {
        case .command(let command): handle(command, &turn)
        case .report(let report): handle(report, &turn)
        }
        return turn.finish()
    }
}

/// What one event leads to, while it is handled.
struct Turn {
    var effects: [Effect] = []
    var topics: Topics = []
    /// What stands in the log for this event; nil when nothing changed that must survive.
    var record: Event?
    private let event: Event

    init(event: Event) {
        self.event = event
        effects.reserveCapacity(8)
    }

    /// Whether somebody asked for it, rather than the engine reported it.
    var isCommand: Bool {
        if case .command = event { true } else { false }
    }

    mutating func changed(_ topics: Topics) {
        self.topics.formUnion(topics)
        record = record ?? event
    }

    mutating func refuse(_ reason: Reason, _ message: String) {
        effects.append(.refused(Refusal(reason, message)))
    }

    mutating func finish() -> [Effect] {
        if let record { effects.append(.record(record)) }
        if !topics.isEmpty { effects.append(.changed(topics)) }
        return effects
    }
}
