import Playback
import Testing

/// What happens at the end of a track and of the queue, mode by mode.
@Suite struct EndTests {
    struct Case: Sendable {
        var modes: Modes
        var current: UInt32
        var end: String
        var next: String
        var previous: String
    }

    /// Three entries; `state entry` after the end of the track, after `next` and after `previous`.
    static let cases = [
        Case(modes: Modes(), current: 1, end: "playing 2", next: "playing 2", previous: "playing 1"),
        Case(modes: Modes(), current: 2, end: "playing 3", next: "playing 3", previous: "playing 1"),
        Case(modes: Modes(), current: 3, end: "stopped 1", next: "stopped 1", previous: "playing 2"),
        Case(modes: Modes(repeat: .all), current: 3, end: "playing 1", next: "playing 1", previous: "playing 2"),
        Case(modes: Modes(repeat: .all), current: 1, end: "playing 2", next: "playing 2", previous: "playing 3"),
        Case(modes: Modes(repeat: .one), current: 2, end: "playing 2", next: "playing 3", previous: "playing 1"),
        Case(modes: Modes(repeat: .one), current: 3, end: "playing 3", next: "stopped 1", previous: "playing 2"),
        Case(
            modes: Modes(stopAfterCurrent: true), current: 2, end: "stopped 3", next: "playing 3",
            previous: "playing 1"),
        Case(
            modes: Modes(stopAfterCurrent: true), current: 3, end: "stopped 1", next: "stopped 1",
            previous: "playing 2"),
        Case(
            modes: Modes(repeat: .one, stopAfterCurrent: true), current: 2, end: "stopped 2", next: "playing 3",
            previous: "playing 1"),
        Case(modes: Modes(consume: true), current: 2, end: "playing 3/2", next: "playing 3/2", previous: "playing 1/2"),
        Case(modes: Modes(consume: true), current: 3, end: "stopped 1/2", next: "stopped 1/2", previous: "playing 2/2"),
        Case(
            modes: Modes(repeat: .all, consume: true), current: 3, end: "playing 1/2", next: "playing 1/2",
            previous: "playing 2/2"),
        Case(
            modes: Modes(repeat: .one, consume: true), current: 2, end: "playing 2", next: "playing 3",
            previous: "playing 1"),
    ]

    @Test(arguments: cases.indices)
    func endNextAndPrevious(number: Int) {
        let row = Self.cases[number]
        #expect(outcome(row) { $0.end() } == row.end)
        #expect(outcome(row) { $0.send(.next) } == row.next)
        #expect(outcome(row) { $0.send(.previous(heard: 30)) } == row.previous)
    }

    private func outcome(_ row: Case, _ step: (inout Rig) -> Void) -> String {
        var rig = Rig(entries: 3)
        rig.set(row.modes)
        rig.send(.play(EntryID(rawValue: row.current)))
        rig.sound()
        step(&rig)
        let outcome = "\(rig.player.state) \(rig.current ?? 0)"
        return rig.player.queue.count == 3 ? outcome : outcome + "/\(rig.player.queue.count)"
    }

    @Test func stopAfterCurrentActsOnceAndResetsItself() {
        var rig = Rig(entries: 3)
        rig.set(Modes(stopAfterCurrent: true))
        rig.send(.play(nil))
        rig.sound()
        #expect(rig.follower == nil && rig.next == 2)
        rig.end()
        #expect(!rig.player.modes.stopAfterCurrent && rig.current == 2)
        rig.send(.play(nil))
        rig.sound()
        rig.end()
        #expect(rig.player.state == .playing && rig.current == 3)
    }

    @Test func sleepAtTheEndOfTheTrackPausesOnTheNextOne() {
        var rig = Rig(entries: 3)
        rig.send(.play(nil))
        rig.sound()
        rig.send(.sleepElapsed(finishTrack: true))
        #expect(rig.player.sleepsAtEnd && rig.follower == nil && rig.player.state == .playing)
        rig.end()
        #expect(rig.player.state == .paused && rig.current == 2 && !rig.player.sleepsAtEnd)
    }

    @Test func consumingTheLastEntryLeavesNothing() {
        var rig = Rig(entries: 1)
        rig.set(Modes(repeat: .all, consume: true))
        rig.send(.play(nil))
        rig.sound()
        #expect(rig.follower == nil)
        rig.end()
        #expect(rig.player.queue.isEmpty && rig.player.state == .stopped && rig.current == nil)
    }

    @Test func consumeSparesWhatWasStopped() {
        var rig = Rig(entries: 3)
        rig.set(Modes(consume: true))
        rig.send(.play(nil))
        rig.sound()
        rig.send(.stop)
        rig.send(.next)
        #expect(rig.order == [1, 2, 3] && rig.current == 2)
        rig.sound()
        rig.send(.play(1))
        #expect(rig.order == [1, 3])
    }

    @Test func previousRestartsLikeACDPlayer() {
        var rig = Rig(entries: 3, options: Player.Options(previousRestartsAfter: 3))
        rig.send(.play(2))
        rig.sound()
        rig.send(.previous(heard: 4))
        #expect(rig.current == 2 && rig.loaded?.start == 0)
        rig.send(.previous(heard: 2))
        #expect(rig.current == 1)
    }

    @Test func playedTellsHowATrackWasLeft() {
        var rig = Rig(entries: 4)
        func ending() -> Ending? {
            for case .played(_, _, let how) in rig.effects { return how }
            return nil
        }
        rig.send(.play(nil))
        rig.send(.next)
        #expect(ending() == nil, "it was never heard")
        rig.sound()
        rig.end()
        #expect(ending() == .end)
        rig.send(.next)
        #expect(ending() == .next)
        rig.sound()
        rig.send(.stop)
        #expect(ending() == .stop)
        rig.send(.play(nil))
        rig.fail()
        #expect(ending() == .error)
    }
}

extension Rig {
    mutating func set(_ modes: Modes) {
        send(
            .modes(
                repeat: modes.repeat, shuffle: modes.shuffle, consume: modes.consume,
                stopAfterCurrent: modes.stopAfterCurrent))
    }
}
