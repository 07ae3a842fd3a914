/// How the player goes on at the end of a track and of the queue.
public struct Modes: Equatable, Sendable {
    /// What is played again.
    public enum Repeat: String, CaseIterable, Sendable {
        case off
        /// The current track again, when it ends.
        case one
        /// The whole queue again, when its last track ends.
        case all
    }

    /// What is played again at the end of the track, or of the queue.
    public var `repeat` = Repeat.off
    /// Plays the queue in a random order, each entry once a cycle.
    public var shuffle = false
    /// An entry is removed once it ended or was left for another one.
    public var consume = false
    /// Resets itself once it acted.
    public var stopAfterCurrent = false

    /// Each is off unless it is given.
    public init(
        repeat: Repeat = .off, shuffle: Bool = false, consume: Bool = false, stopAfterCurrent: Bool = false
    ) {
        self.repeat = `repeat`
        self.shuffle = shuffle
        self.consume = consume
        self.stopAfterCurrent = stopAfterCurrent
    }
}

/// The mood that is set, and how it came to be.
public struct Mood: Equatable, Sendable {
    /// Its name in the configuration, such as `calm`.
    public var name: String
    /// What set it: a hand, a scan, a program; nil when it didn't say.
    public var source: String?
    /// How sure the source is, 0...1.
    public var score: Double?

    /// Each is off unless it is given.
    public init(name: String, source: String? = nil, score: Double? = nil) {
        self.name = name
        self.source = source
        self.score = score
    }
}
