/// What a method takes and gives.
public struct Signature: Sendable {
    /// One line that says what it does.
    public let summary: String
    /// What it takes.
    public let parameters: [Parameter]
    /// What it gives, for a person.
    public let result: String
    /// Groups of parameters of which at most one group may be there, and then whole.
    public let alternatives: [[String]]
    /// Whether one of the alternatives must be there.
    public let needsAlternative: Bool

    init(
        _ summary: String, _ parameters: [Parameter] = [], gives result: String, alternatives: [[String]] = [],
        needsAlternative: Bool = false
    ) {
        self.summary = summary
        self.parameters = parameters
        self.result = result
        self.alternatives = alternatives
        self.needsAlternative = needsAlternative
    }
}

extension Method {
    /// What it takes and gives.
    public var signature: Signature { Self.signatures[Int(rawValue)] }

    /// Made when the first request is checked, so that a client which only asks never pays for it.
    private static let signatures = allCases.map(\.described)

    /// The indices that a request may name.
    static let indices = 0...Int(UInt32.max)
    private static let days = 0.0...31_536_000
    private static let seconds = -1e9...1e9

    private var described: Signature {
        switch self {
        case .play, .pause, .toggle, .stop, .next, .previous, .random, .seek, .volume, .mute, .modes, .sleep, .status:
            playback
        case .queueList, .queueAdd, .queueRemove, .queueMove, .queueClear, .queueShuffle, .queueSort, .queueUndo: queue
        case .playlistList, .playlistGet, .playlistSave, .playlistLoad, .playlistRemove: playlist
        default: other
        }
    }

    private var playback: Signature {
        switch self {
        case .play:
            Signature(
                "Plays an entry from its start; without one, goes on.",
                [
                    .optional("entry", .entry), .optional("index", .integer(Self.indices)), .optional("confirm", .bool),
                ],
                gives: "Status", alternatives: [["entry"], ["index"]])
        case .pause: Signature("Pauses.", gives: "Status")
        case .toggle: Signature("Pauses what plays, plays otherwise.", gives: "Status")
        case .stop: Signature("Stops; the entry stays current.", gives: "Status")
        case .next: Signature("Plays the next entry.", gives: "Status")
        case .previous: Signature("Plays the previous entry.", gives: "Status")
        case .random: Signature("Plays any entry but the current one.", gives: "Status")
        case .seek:
            Signature(
                "Moves within the track: to a position, by an offset (both in seconds), or to a fraction of it.",
                [
                    .optional("position", .number(Self.seconds)), .optional("offset", .number(Self.seconds)),
                    .optional("fraction", .number(0...1)), .optional("confirm", .bool),
                ],
                gives: "Status", alternatives: [["position"], ["offset"], ["fraction"]], needsAlternative: true)
        case .volume:
            Signature(
                "Sets the volume, or changes it, kept within 0 and 100; without either, tells it.",
                [.optional("level", .integer(0...100)), .optional("change", .integer(-1000...1000))],
                gives: "{level, muted}", alternatives: [["level"], ["change"]])
        case .mute:
            Signature(
                "Mutes or unmutes; without a value, toggles.", [.optional("muted", .bool)], gives: "{level, muted}")
        case .modes:
            Signature(
                "Sets any of the modes; without one, tells them.",
                [
                    .optional("repeat", .words(["off", "one", "all"])), .optional("shuffle", .bool),
                    .optional("consume", .bool), .optional("stopAfterCurrent", .bool),
                ],
                gives: "{repeat, shuffle, consume, stopAfterCurrent}")
        case .sleep:
            Signature(
                "Pauses after some seconds; null cancels it; without a value, tells what remains.",
                [
                    .optional("after", .number(Self.days), nullable: true), .optional("finishTrack", .bool),
                    .optional("fade", .number(0...3600)),
                ],
                gives: "{remaining}")
        default: Signature("Tells how things stand.", gives: "Status")
        }
    }
}
