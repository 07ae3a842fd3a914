import Playback

/// A player with an engine that does what it is told and reports when the test says so.
struct Rig {
    var player: Player
    var effects: [Effect] = []
    /// What the engine was told last.
    var loaded: Cue?
    var follower: Cue?
    var failed: Set<Ticket> = []
    private var told: [Ticket: Cue] = [:]

    init(entries: Int = 0, seed: UInt64 = 1, options: Player.Options = Player.Options()) {
        player = Player(seed: seed, options: options)
        if entries > 0 { add(entries) }
    }

    @discardableResult
    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .report(.started(let ticket)):
            if let loaded, ticket > loaded.ticket, let heard = told[ticket] { self.loaded = heard }
            if follower?.ticket == ticket { follower = nil }
        case .report(.failed(let ticket, _)):
            failed.insert(ticket)
            if follower?.ticket == ticket { follower = nil }
        default: break
        }
        effects = player.handle(event)
        for case .engine(let command) in effects {
            switch command {
            case .play(let cue, _):
                (loaded, follower) = (cue, nil)
                told[cue.ticket] = cue
            case .follow(let cue):
                follower = cue
                if let cue { told[cue.ticket] = cue }
            case .stop: (loaded, follower) = (nil, nil)
            default: break
            }
        }
        return effects
    }

    @discardableResult
    mutating func send(_ command: Command) -> [Effect] { handle(.command(command)) }

    mutating func add(_ count: Int, at destination: Destination = .end, mood: String? = nil) {
        let first = Int(player.queue.nextID)
        send(.edit(.add(Addition(Rig.tracks(count, from: first, mood: mood), at: destination)), heard: nil))
    }

    static func tracks(_ count: Int, from first: Int = 1, mood: String? = nil) -> [Track] {
        (first..<first + count).map { number in
            var track = Track(uri: "/music/\(number).mp3")
            track.title = "Title \(number)"
            track.album = "Album \(number / 10)"
            track.duration = 100
            track.mood = mood
            return track
        }
    }

    /// The engine has written and sounded what it was last told to play.
    mutating func sound() {
        guard let ticket = loaded?.ticket else { return }
        handle(.report(.written(ticket)))
        handle(.report(.started(ticket)))
    }

    /// The current track comes to its end in the engine.
    mutating func end() {
        if let next = follower {
            (loaded, follower) = (next, nil)
            handle(.report(.started(next.ticket)))
        } else if let ticket = loaded?.ticket {
            loaded = nil
            handle(.report(.ended(ticket)))
        }
    }

    /// The engine has nothing to play on.
    mutating func stall(_ cause: StallCause) {
        if let ticket = loaded?.ticket { handle(.report(.stalled(ticket, cause))) }
    }

    mutating func fail(_ reason: String = "broken") {
        guard let ticket = loaded?.ticket else { return }
        loaded = nil
        handle(.report(.failed(ticket, .unplayable(reason: reason))))
    }

    var current: UInt32? { player.current?.rawValue }
    var order: [UInt32] { player.queue.order.map(\.rawValue) }
    var next: UInt32? { player.next?.rawValue }

    var refusal: Reason? {
        for case .refused(let refusal) in effects { return refusal.reason }
        return nil
    }
}

extension EntryID: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: UInt32) { self.init(rawValue: value) }
}
