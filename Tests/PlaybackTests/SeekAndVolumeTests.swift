import Playback
import Testing

@Suite struct SeekTests {
    private func playing() -> Rig {
        var rig = Rig(entries: 3)
        rig.send(.play(nil))
        rig.sound()
        return rig
    }

    @Test func relativeSeeksAddUpBeforeTheEngineActed() {
        var rig = playing()
        for _ in 0..<10 { rig.send(.seek(.offset(5), heard: 12)) }
        #expect(rig.loaded?.start == 62)
        rig.sound()
        rig.send(.seek(.offset(-10), heard: 63))
        #expect(rig.loaded?.start == 53)
    }

    @Test func aSeekIsANewOrderThatKeepsTheFollower() {
        var rig = playing()
        let before = rig.loaded?.ticket
        rig.send(.seek(.absolute(30), heard: nil))
        #expect(rig.loaded?.ticket != before && rig.loaded?.entry == 1 && rig.follower?.entry == 2)
        #expect(rig.player.isStalled)
    }

    @Test func pastTheEndIsTheEnd() {
        var rig = playing()
        rig.set(Modes(repeat: .one))
        rig.send(.seek(.absolute(500), heard: nil))
        #expect(rig.current == 1 && rig.loaded?.start == 0 && rig.player.state == .playing)
        rig.set(Modes(repeat: .off, stopAfterCurrent: true))
        rig.send(.seek(.absolute(500), heard: nil))
        #expect(rig.current == 2 && rig.player.state == .stopped && rig.loaded == nil)
    }

    @Test func aPartNeedsADuration() {
        var rig = Rig()
        rig.send(.edit(.add(Addition([Track(uri: "/a.mp3")], plays: true)), heard: nil))
        rig.send(.seek(.fraction(0.5), heard: nil))
        #expect(rig.refusal == .notSeekable)
        rig.send(.seek(.absolute(70), heard: nil))
        #expect(rig.refusal == nil && rig.loaded?.start == 70)
        if let ticket = rig.loaded?.ticket { rig.handle(.report(.duration(ticket, seconds: 200))) }
        rig.send(.seek(.fraction(0.25), heard: nil))
        #expect(rig.loaded?.start == 50)
    }

    @Test func aLiveStreamPlaysOn() {
        var rig = Rig()
        var stream = Track(uri: "http://radio.example/")
        stream.isLive = true
        rig.send(.edit(.add(Addition([stream], plays: true)), heard: nil))
        let ticket = rig.loaded?.ticket
        rig.send(.seek(.offset(10), heard: 5))
        #expect(rig.refusal == .notSeekable && rig.loaded?.ticket == ticket)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func whatIsNoNumberIsRefused(seconds: Double) {
        var rig = playing()
        rig.send(.seek(.absolute(seconds), heard: nil))
        #expect(rig.refusal == .notSeekable)
        rig.send(.seek(.offset(seconds), heard: nil))
        #expect(rig.refusal == .notSeekable)
    }

    @Test func whatIsRestoredPausedMovesItsPlaceAndBeginsThere() {
        var rig = playing()
        rig.send(.pause)
        rig.player = Player(snapshot: rig.player.snapshot)
        rig.loaded = nil
        rig.send(.restored(resume: .paused, position: 33, of: 1))
        #expect(rig.player.start == 33 && rig.loaded == nil && rig.player.ticket == nil)
        rig.send(.seek(.offset(7), heard: nil))
        #expect(rig.player.start == 40 && rig.loaded == nil)
        rig.send(.toggle)
        #expect(rig.loaded?.start == 40 && rig.player.state == .playing && rig.follower?.entry == 2)
    }
}

@Suite struct VolumeTests {
    @Test func unknownUntilTold() {
        var rig = Rig()
        #expect(rig.player.volume == nil)
        rig.send(.changeVolume(5))
        #expect(rig.refusal == .outputUnavailable)
        rig.handle(.report(.volume(level: 150, muted: false)))
        #expect(rig.player.volume == 100)
    }

    struct Case: Sendable {
        var before: (Int, Bool)
        var command: Command
        var after: (Int, Bool)
    }

    static let cases = [
        Case(before: (50, false), command: .changeVolume(5), after: (55, false)),
        Case(before: (98, false), command: .changeVolume(5), after: (100, false)),
        Case(before: (3, false), command: .changeVolume(-5), after: (0, false)),
        Case(before: (50, false), command: .changeVolume(.max), after: (100, false)),
        Case(before: (50, false), command: .changeVolume(.min), after: (0, false)),
        Case(before: (50, true), command: .changeVolume(5), after: (55, false)),
        Case(before: (50, true), command: .changeVolume(-5), after: (45, true)),
        Case(before: (50, true), command: .volume(60), after: (60, false)),
        Case(before: (50, true), command: .volume(40), after: (40, true)),
        Case(before: (50, false), command: .mute(nil), after: (50, true)),
        Case(before: (50, true), command: .mute(nil), after: (50, false)),
        Case(before: (50, true), command: .mute(true), after: (50, true)),
    ]

    @Test(arguments: cases.indices)
    func levels(number: Int) {
        let row = Self.cases[number]
        var rig = Rig()
        rig.handle(.report(.volume(level: row.before.0, muted: row.before.1)))
        rig.send(row.command)
        #expect(rig.player.volume == row.after.0 && rig.player.isMuted == row.after.1)
        let told = rig.effects.contains(.engine(.volume(level: row.after.0, muted: row.after.1)))
        #expect(told == (row.before != row.after))
    }
}
