/// What a client can subscribe to.
public enum Topic: UInt8, CaseIterable, Sendable {
    case player, queue, modes, volume, mood, output, lyrics, server, played, error

    /// As requests name it.
    public var name: StaticString {
        switch self {
        case .player: "player"
        case .queue: "queue"
        case .modes: "modes"
        case .volume: "volume"
        case .mood: "mood"
        case .output: "output"
        case .lyrics: "lyrics"
        case .server: "server"
        case .played: "played"
        case .error: "error"
        }
    }

    /// The notification's method: `event.` and the name.
    public var method: StaticString {
        switch self {
        case .player: "event.player"
        case .queue: "event.queue"
        case .modes: "event.modes"
        case .volume: "event.volume"
        case .mood: "event.mood"
        case .output: "event.output"
        case .lyrics: "event.lyrics"
        case .server: "event.server"
        case .played: "event.played"
        case .error: "event.error"
        }
    }

    /// Whether it tells what happened, each time, and not how something stands now: a newer one replaces none.
    public var isOccurrence: Bool { self == .played || self == .error }

    /// The topic of that name.
    public init?(name: String) {
        guard let topic = Self.allCases.first(where: { $0.name.description == name }) else { return nil }
        self = topic
    }

    /// The value as people would ask for it.
    public var summary: StaticString {
        switch self {
        case .player: "Status"
        case .queue: "{version, total, current, index}: it changed; never the entries"
        case .modes: "{repeat, shuffle, consume, stopAfterCurrent}"
        case .volume: "{level, muted}"
        case .mood: "{name, source, score}, or null"
        case .output: "{name, state}"
        case .lyrics: "{entry, time, text}: the line that is sung now"
        case .server: "{state: \"exiting\"}; sent to every subscriber"
        case .played: "{entry, heard, how}: an entry was left; heard in seconds, how is end, next, stop or error"
        case .error: "{reason, message, entry}: a fault"
        }
    }
}

/// A set of topics.
public struct Topics: OptionSet, Hashable, Sendable {
    /// One bit a topic.
    public let rawValue: UInt16

    /// One bit a topic.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// One topic.
    public init(_ topic: Topic) {
        self.init(rawValue: 1 << UInt16(topic.rawValue))
    }

    /// All of them.
    public static let all = Topics(rawValue: 1 << UInt16(Topic.allCases.count) - 1)

    /// Whether a topic is among them.
    public func contains(_ topic: Topic) -> Bool {
        contains(Topics(topic))
    }
}
