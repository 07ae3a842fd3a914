import Playback

/// Random commands and reports from a seed, with an engine that lags behind what it is told.
struct RandomEvents {
    var generator: SplitMix64
    /// What the engine was told and hasn't acted upon.
    private var orders: [EngineCommand] = []
    private var playing: Cue?
    private var follower: Cue?
    private var isStarted = false

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    mutating func number(_ bound: Int) -> Int {
        Int.random(in: 0..<max(bound, 1), using: &generator)
    }

    mutating func listen(to effects: [Effect]) {
        for case .engine(let command) in effects { orders.append(command) }
    }

    mutating func event(for player: Player) -> Event {
        number(2) == 0 ? report() ?? .command(command(for: player)) : .command(command(for: player))
    }

    private mutating func act() {
        guard !orders.isEmpty else { return }
        switch orders.removeFirst() {
        case .play(let cue, _): (playing, follower, isStarted) = (cue, nil, false)
        case .follow(let cue): follower = cue
        case .stop: (playing, follower) = (nil, nil)
        default: break
        }
    }

    /// The engine acts upon some of its orders, and may have something to say.
    private mutating func report() -> Event? {
        for _ in 0..<number(4) { act() }
        guard let cue = playing else { return nil }
        switch number(12) {
        case 0:
            playing = nil
            return .report(.failed(cue.ticket, .unplayable(reason: "broken")))
        case 1:
            guard let next = follower else { return nil }
            follower = nil
            return .report(.failed(next.ticket, .unplayable(reason: "broken")))
        case 2: return .report(.duration(cue.ticket, seconds: Double(50 + number(100))))
        case 3: return .report(.corked(number(2) == 0))
        case 6 where number(4) == 0: return .report(.unplugged)
        case 4: return .report(.stalled(cue.ticket, .source("waits")))
        case 5 where number(4) == 0:
            playing = nil
            return .report(.failed(cue.ticket, .folderMissing(path: "/music")))
        default: break
        }
        guard isStarted else {
            isStarted = true
            return .report(.started(cue.ticket))
        }
        if let next = follower {
            (playing, follower) = (next, nil)
            return .report(.started(next.ticket))
        }
        playing = nil
        return .report(.ended(cue.ticket))
    }

    mutating func command(for player: Player) -> Command {
        switch number(24) {
        case 0: .play(nil)
        case 1: .play(entry(of: player))
        case 2: .pause
        case 3: .toggle
        case 4: number(4) == 0 ? .stop : .play(nil)
        case 5, 6: .next
        case 7: .previous(heard: Double(number(10)))
        case 8: .random
        case 9: .step(number(2) * 2 - 1)
        case 10: .seek(seek(), heard: Double(number(100)))
        case 11: .modes(repeat: Modes.Repeat.allCases[number(3)], shuffle: nil, consume: nil, stopAfterCurrent: nil)
        case 12: .modes(repeat: nil, shuffle: number(3) > 0, consume: number(4) == 0, stopAfterCurrent: nil)
        case 13: .modes(repeat: nil, shuffle: nil, consume: nil, stopAfterCurrent: number(3) == 0)
        case 14: .undo
        case 15: .sleepElapsed(finishTrack: number(2) == 0)
        case 16: .refill(Rig.tracks(1 + number(3), from: Int(player.queue.nextID), mood: "calm"))
        case 17: .mark(entry(of: player), unavailable: number(2) == 0 ? "gone" : nil)
        case 18:
            .renew(entry(of: player), uri: number(2) == 0 ? nil : "http://m/\(number(9))", heard: Double(number(9)))
        default: .edit(edit(for: player), heard: Double(number(100)))
        }
    }

    private mutating func seek() -> Seek {
        switch number(3) {
        case 0: .absolute(Double(number(130)))
        case 1: .offset(Double(number(60) - 30))
        default: .fraction(Double(number(11)) / 10)
        }
    }

    mutating func edit(for player: Player) -> Edit {
        let next = Int(player.queue.nextID)
        switch number(16) {
        case 0: return .clear(keepCurrent: number(2) == 0)
        case 1: return .shuffle
        case 2: return .sort(SortKey.allCases[number(5)], descending: number(2) == 0)
        case 3: return .setMood(Mood(name: "calm"), Rig.tracks(1 + number(5), from: next, mood: "calm"))
        case 4: return .leaveMood
        case 5, 6, 7: return .move(entries(of: player), to: destination())
        case 8, 9, 10: return .remove(entries(of: player))
        default:
            return .add(
                Addition(
                    Rig.tracks(1 + number(6), from: next), at: destination(), plays: number(4) == 0,
                    replaces: number(8) == 0, batch: number(3) == 0 ? "word" : nil))
        }
    }

    private mutating func destination() -> Destination {
        [.index(number(12)), .next, .end][number(3)]
    }

    /// Mostly one of the queue.
    private mutating func entry(of player: Player) -> EntryID {
        player.queue.isEmpty || number(20) == 0
            ? EntryID(rawValue: UInt32(number(30))) : player.queue.order[number(player.queue.count)]
    }

    private mutating func entries(of player: Player) -> [EntryID] {
        (0...number(3)).map { _ in entry(of: player) }
    }
}
