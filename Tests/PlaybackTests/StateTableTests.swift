import Playback
import Testing

/// Section by section: what each command does in each state, with five entries, the third of them current.
@Suite struct StateTableTests {
    struct Row: Sendable {
        var command: Command
        var stopped: String
        var playing: String
        var paused: String
    }

    /// `state entry position`; a dash for a command that changes nothing at all, an exclamation mark for a refusal.
    static let rows: [Row] = [
        Row(command: .play(nil), stopped: "playing 3 0 loads", playing: "-", paused: "playing 3 0 resumes"),
        Row(command: .play(5), stopped: "playing 5 0 loads", playing: "playing 5 0 loads", paused: "playing 5 0 loads"),
        Row(command: .play(3), stopped: "playing 3 0 loads", playing: "playing 3 0 loads", paused: "playing 3 0 loads"),
        Row(command: .play(9), stopped: "!noSuchEntry", playing: "!noSuchEntry", paused: "!noSuchEntry"),
        Row(command: .pause, stopped: "-", playing: "paused 3 0 pauses", paused: "-"),
        Row(
            command: .toggle, stopped: "playing 3 0 loads", playing: "paused 3 0 pauses", paused: "playing 3 0 resumes"),
        Row(command: .stop, stopped: "-", playing: "stopped 3 0 stops", paused: "stopped 3 0 stops"),
        Row(command: .next, stopped: "playing 4 0 loads", playing: "playing 4 0 loads", paused: "playing 4 0 loads"),
        Row(
            command: .previous(heard: 50), stopped: "playing 2 0 loads", playing: "playing 2 0 loads",
            paused: "playing 2 0 loads"),
        Row(
            command: .step(1), stopped: "stopped 4 0", playing: "playing 4 0 loads",
            paused: "paused 4 0 loads"),
        Row(
            command: .step(-1), stopped: "stopped 2 0", playing: "playing 2 0 loads",
            paused: "paused 2 0 loads"),
        Row(
            command: .seek(.absolute(40), heard: 10), stopped: "!nothingPlaying", playing: "playing 3 40 loads",
            paused: "paused 3 40 loads"),
        Row(
            command: .seek(.offset(5), heard: 10), stopped: "!nothingPlaying", playing: "playing 3 15 loads",
            paused: "paused 3 15 loads"),
        Row(
            command: .seek(.offset(-15), heard: 10), stopped: "!nothingPlaying", playing: "playing 3 0 loads",
            paused: "paused 3 0 loads"),
        Row(
            command: .seek(.fraction(0.5), heard: nil), stopped: "!nothingPlaying", playing: "playing 3 50 loads",
            paused: "paused 3 50 loads"),
        Row(
            command: .seek(.absolute(100), heard: nil), stopped: "!nothingPlaying", playing: "playing 4 0 loads",
            paused: "paused 4 0 loads"),
        Row(command: .sleepElapsed(finishTrack: false), stopped: "-", playing: "paused 3 0 pauses", paused: "-"),
        Row(
            command: .edit(.remove([3]), heard: nil), stopped: "stopped 4 0", playing: "playing 4 0 loads",
            paused: "paused 4 0 loads"),
        Row(
            command: .edit(.remove([1]), heard: nil), stopped: "stopped 3 0", playing: "playing 3 0",
            paused: "paused 3 0"),
        Row(
            command: .edit(.move([3], to: .index(0)), heard: nil), stopped: "stopped 3 0", playing: "playing 3 0",
            paused: "paused 3 0"),
        Row(
            command: .edit(.clear(keepCurrent: false), heard: nil), stopped: "stopped nil 0",
            playing: "stopped nil 0 stops", paused: "stopped nil 0 stops"),
        Row(
            command: .edit(.clear(keepCurrent: true), heard: nil), stopped: "stopped 3 0", playing: "playing 3 0",
            paused: "paused 3 0"),
        Row(
            command: .edit(.add(Addition(Rig.tracks(1), replaces: true)), heard: nil), stopped: "stopped nil 0",
            playing: "stopped nil 0 stops", paused: "stopped nil 0 stops"),
        Row(
            command: .edit(.add(Addition(Rig.tracks(1), plays: true, replaces: true)), heard: nil),
            stopped: "playing 6 0 loads", playing: "playing 6 0 loads", paused: "playing 6 0 loads"),
        Row(
            command: .edit(.add(Addition(Rig.tracks(1), plays: true)), heard: nil), stopped: "playing 6 0 loads",
            playing: "playing 6 0 loads", paused: "playing 6 0 loads"),
        Row(
            command: .edit(.setMood(Mood(name: "calm"), Rig.tracks(2)), heard: nil), stopped: "playing 6 0 loads",
            playing: "playing 6 0 loads", paused: "playing 6 0 loads"),
        Row(command: .undo, stopped: "stopped nil 0", playing: "stopped nil 0 stops", paused: "stopped nil 0 stops"),
    ]

    @Test(arguments: rows.indices, Player.State.allCases)
    func commandInState(row: Int, state: Player.State) {
        let row = Self.rows[row]
        var rig = Rig(entries: 5)
        rig.send(.play(3))
        rig.sound()
        if state == .paused { rig.send(.pause) }
        if state == .stopped { rig.send(.stop) }
        let before = rig.player.snapshot
        rig.send(row.command)
        let outcome = rig.outcome
        switch state {
        case .stopped: #expect(outcome == row.stopped, "\(row.command)")
        case .playing: #expect(outcome == row.playing, "\(row.command)")
        case .paused: #expect(outcome == row.paused, "\(row.command)")
        }
        if outcome == "-" || outcome.first == "!" { #expect(rig.player.snapshot == before) }
    }

    @Test(arguments: [
        Command.play(nil), .toggle, .next, .previous(heard: nil), .random, .step(1), .step(-1),
    ])
    func anEmptyQueueHasNoMusic(command: Command) {
        var rig = Rig()
        rig.send(command)
        #expect(rig.refusal == .noMusic && rig.player.state == .stopped)
    }

    @Test(arguments: Player.State.allCases)
    func randomPlaysAnyOther(state: Player.State) {
        var heard: Set<UInt32> = []
        for seed in 0..<60 {
            var rig = Rig(entries: 4, seed: UInt64(seed))
            rig.send(.play(2))
            if state == .paused { rig.send(.pause) }
            if state == .stopped { rig.send(.stop) }
            rig.send(.random)
            #expect(rig.player.state == .playing)
            heard.insert(rig.current ?? 0)
        }
        #expect(heard == [1, 3, 4])
    }
}

extension Rig {
    /// What the last command did, in a few words.
    var outcome: String {
        if let refusal { return "!\(refusal.rawValue)" }
        if effects.isEmpty { return "-" }
        var words = ["\(player.state) \(current.map(String.init) ?? "nil") \(Int(player.start))"]
        for case .engine(let command) in effects {
            switch command {
            case .play(let cue, let paused):
                if paused == (player.state == .paused), cue.entry == player.current, cue.start == player.start {
                    words.append("loads")
                }
            case .pause: words.append("pauses")
            case .resume: words.append("resumes")
            case .stop: words.append("stops")
            default: break
            }
        }
        return words.joined(separator: " ")
    }
}
