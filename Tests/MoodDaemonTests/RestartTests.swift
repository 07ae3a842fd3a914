import Playback
import Testing

@testable import MoodDaemon

@Suite struct RestartTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var state = Player.State.playing
        var age: UInt32 = 5
        var boot: UInt32 = 1
        var slotPlays = true
        var isClean = false
        var resume = Player.State.paused
        var goesOn: Player.State
    }

    static let cases = [
        Case(testDescription: "crash a moment ago", goesOn: .playing),
        Case(testDescription: "restart a moment ago", isClean: true, goesOn: .playing),
        Case(testDescription: "29 s ago", age: 29, goesOn: .playing),
        Case(testDescription: "30 s ago", age: 30, goesOn: .paused),
        Case(testDescription: "30 s ago, resume stopped", age: 30, resume: .stopped, goesOn: .stopped),
        Case(
            testDescription: "hours ago, resume playing", age: 9999, isClean: true, resume: .playing, goesOn: .playing),
        Case(testDescription: "another boot", boot: 2, goesOn: .paused),
        Case(testDescription: "no boot id", boot: 0, goesOn: .paused),
        Case(testDescription: "paused a moment ago", state: .paused, slotPlays: false, goesOn: .paused),
        Case(testDescription: "stopped a moment ago", state: .stopped, slotPlays: true, goesOn: .paused),
        Case(testDescription: "crash, resume stopped", resume: .stopped, goesOn: .playing),
    ]

    private let entry = EntryID(rawValue: 3)
    private let now = BootMoment(seconds: 10_000, boot: 1)

    private func slot(
        entry: UInt32 = 3, sequence: UInt64 = 20, age: UInt32 = 5, boot: UInt32 = 1, plays: Bool = true,
        isClean: Bool = false, milliseconds: UInt32 = 61_500
    ) -> PositionSlot {
        PositionSlot(
            entry: EntryID(rawValue: entry), milliseconds: milliseconds, logSequence: sequence,
            moment: BootMoment(seconds: now.seconds - age, boot: boot), isPlaying: plays, isClean: isClean)
    }

    private func restart(
        _ slots: [PositionSlot], state: Player.State = .playing, crash: Restart.Crash? = nil,
        resume: Player.State = .paused
    ) -> Restart {
        Restart(
            Restart.Past(state: state, current: entry, sequence: 20, movedAt: 15, slots: slots, crash: crash),
            resume: resume, now: now)
    }

    @Test("the music goes on by itself only if it played just now, in this boot", arguments: cases)
    func goesOn(_ example: Case) {
        let slot = slot(age: example.age, boot: example.boot, plays: example.slotPlays, isClean: example.isClean)
        #expect(restart([slot], state: example.state, resume: example.resume).resume == example.goesOn)
    }

    @Test("a position counts if it is of the current entry, and from after the last move of the place")
    func position() {
        #expect(restart([slot()]).position == 61.5)
        #expect(restart([slot(sequence: 15)]).position == 61.5)
        #expect(restart([slot(sequence: 14)]).position == nil)
        #expect(restart([slot(sequence: 21)]).position == nil)
        #expect(restart([slot(entry: 4)]).position == nil)
        #expect(restart([]).position == nil)
        // The follower was heard already, but its start is not in the log: the place in the one before it is known.
        #expect(restart([slot(entry: 4), slot(milliseconds: 1000)]).position == 1)
    }

    @Test("two crashes within 30 s at the same entry give it up; the first is remembered")
    func crashes() {
        func crash(entry: UInt32 = 3, age: UInt32 = 20, boot: UInt32 = 1) -> Restart.Crash {
            Restart.Crash(
                entry: EntryID(rawValue: entry), moment: BootMoment(seconds: now.seconds - age, boot: boot))
        }
        let first = restart([slot()])
        #expect(first.crashed == nil)
        #expect(first.crash == Restart.Crash(entry: entry, moment: now))
        let second = restart([slot()], crash: crash())
        #expect(second.crashed == entry)
        #expect(second.crash == nil)
        #expect(
            second.commands(current: entry).first == .markCrashed(entry))
        #expect(restart([slot()], crash: crash(age: 31)).crashed == nil)
        #expect(restart([slot()], crash: crash(entry: 4)).crashed == nil)
        #expect(restart([slot()], crash: crash(boot: 2)).crashed == nil)
        #expect(restart([slot(isClean: true)], crash: crash()).crashed == nil)
        #expect(restart([slot(plays: false)], state: .paused, crash: crash()).crashed == nil)
        #expect(restart([slot(isClean: true)], crash: crash()).crash == nil)
    }
}
