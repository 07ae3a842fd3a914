extension Player {
    /// Everything that the player goes on from after a restart; what happens next depends on nothing else.
    ///
    /// Undo isn't part of it: it lasts until the daemon ends.
    public struct Snapshot: Equatable, Sendable {
        /// The entries in their order.
        public var queue = Queue()
        /// The current entry; nil without one.
        public var current: EntryID?
        /// Whether it played.
        public var state = State.stopped
        /// Where the current entry began or will begin, in seconds.
        public var start = 0.0
        /// How it goes on at the end of a track and of the queue.
        public var modes = Modes()
        /// 0...100; nil until it is known.
        public var volume: Int?
        /// Silent, whatever the volume.
        public var isMuted = false
        /// The mood that is set.
        public var mood: Mood?
        /// What the configuration said.
        public var options = Options()
        /// nil when shuffle is off.
        public var playOrder: PlayOrder?
        /// The state of the random numbers.
        public var generator: UInt64 = 0

        /// What the engine was ordered, so that a log that goes on with its reports can be followed.
        public var lastTicket: UInt32 = 0
        /// The order of the current entry; nil when nothing was loaded.
        public var ticket: Ticket?
        /// What was told to follow.
        public var follower: Follower?
        /// Followers that were replaced since, the newest last.
        public var formerFollowers: [Follower] = []
        /// Entries that failed as followers of the current one.
        public var passedOver: [EntryID] = []
        /// Whether the first sample of `ticket` was heard.
        public var isStarted = false
        /// Whether some of the current entry was heard, also before a seek.
        public var wasHeard = false
        /// How many failed since something was heard.
        public var failures = 0
        /// Paused because the sound server asked for silence.
        public var isCorked = false
        /// Whether the end of the track was to pause.
        public var sleepsAtEnd = false
        /// Additions that may be continued.
        public var batch: Batch?

        /// A player with nothing in it.
        public init() {}
    }

    /// The player as it is now; cheap, so that another thread can write it out.
    public var snapshot: Snapshot {
        var snapshot = Snapshot()
        snapshot.queue = queue
        snapshot.current = current
        snapshot.state = state
        snapshot.start = start
        snapshot.modes = modes
        snapshot.volume = volume
        snapshot.isMuted = isMuted
        snapshot.mood = mood
        snapshot.options = options
        snapshot.playOrder = shuffled
        snapshot.generator = generator.state
        snapshot.lastTicket = lastTicket
        snapshot.ticket = ticket
        snapshot.follower = follower
        snapshot.formerFollowers = formerFollowers
        snapshot.passedOver = passedOver
        snapshot.isStarted = isStarted
        snapshot.wasHeard = wasHeard
        snapshot.failures = failures
        snapshot.isCorked = interruption == .call
        snapshot.sleepsAtEnd = sleepsAtEnd
        snapshot.batch = batch
        return snapshot
    }

    /// Goes on from a snapshot: first the events of the log, whose effects are to be ignored, then
    /// `Command.restored`.
    public init(snapshot: Snapshot) {
        queue = snapshot.queue
        current = snapshot.current.flatMap { [queue = snapshot.queue] in queue.contains($0) ? $0 : nil }
        index = current.flatMap { [queue = snapshot.queue] in queue.index(of: $0) }
        state = current == nil ? .stopped : snapshot.state
        start = snapshot.start
        modes = snapshot.modes
        volume = snapshot.volume
        isMuted = snapshot.isMuted
        mood = snapshot.mood
        options = snapshot.options
        generator = SplitMix64(seed: snapshot.generator)
        lastTicket = snapshot.lastTicket
        ticket = current == nil ? nil : snapshot.ticket
        follower = snapshot.follower
        formerFollowers = snapshot.formerFollowers
        passedOver = snapshot.passedOver
        isStarted = snapshot.isStarted
        wasHeard = snapshot.wasHeard
        failures = snapshot.failures
        interruption = snapshot.isCorked ? .call : nil
        sleepsAtEnd = snapshot.sleepsAtEnd
        batch = snapshot.batch
        if modes.shuffle {
            shuffled =
                snapshot.playOrder ?? PlayOrder(of: queue.order, current: current, using: &generator)
        }
    }
}
