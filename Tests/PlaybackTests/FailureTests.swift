import Playback
import Testing

/// Tracks that can't be played, folders that are gone, and a sound server that fails.
@Suite struct FailureTests {
    @Test func aTrackThatFailsIsMarkedAndSkipped() {
        var rig = Rig(entries: 3)
        rig.send(.play(nil))
        rig.fail("no frames")
        #expect(rig.current == 2 && rig.player.queue.unavailable(1) == "no frames" && rig.player.isStalled)
        #expect(rig.effects.contains(.fault(Fault(reason: .unplayable, message: "no frames", entry: 1))))
        #expect(rig.player.fault != nil)
        rig.sound()
        #expect(rig.player.fault == nil)
        rig.send(.play(1))
        rig.sound()
        #expect(rig.player.queue.unavailable(1) == nil, "what is heard can be played")
    }

    @Test func whatWasWrongWithATrackIsForgottenWhenAnotherIsAskedFor() {
        for command in [Command.play(3), .next, .random, .previous(heard: nil)] {
            var rig = Rig(entries: 3)
            rig.send(.play(nil))
            rig.fail("no frames")
            #expect(rig.player.fault?.message == "no frames", "it is why another one plays")
            rig.send(command)
            #expect(rig.player.fault == nil && rig.player.isStalled)
        }
    }

    @Test func aStallSaysWhatItWaitsFor() {
        var rig = Rig(entries: 2)
        rig.send(.play(nil))
        rig.sound()
        rig.stall(.waiting)
        #expect(rig.player.isStalled && rig.player.fault == nil)
        let fault = Fault(reason: .unplayable, message: "it broke off", entry: 1)
        rig.stall(.source("it broke off"))
        #expect(rig.player.fault == fault && rig.effects.contains(.fault(fault)))
        rig.stall(.source("it broke off"))
        #expect(rig.effects.isEmpty, "what was said is not said again")
        #expect(rig.player.queue.unavailable(1) == nil && rig.current == 1)
        rig.handle(.report(.output(OutputStatus(name: "", state: .unavailable, fault: "gone"))))
        rig.stall(.source("it is slow"))
        #expect(rig.player.fault?.message == "gone", "without a sound server nothing else matters")
        rig.handle(.report(.output(OutputStatus(name: "", state: .connected))))
        rig.sound()
        #expect(!rig.player.isStalled && rig.player.fault == nil)
    }

    @Test(arguments: [1, 3, 19, 20, 50], Modes.Repeat.allCases)
    func allFailingStops(count: Int, again: Modes.Repeat) {
        for shuffle in [false, true] {
            var rig = Rig(entries: count)
            rig.set(Modes(repeat: again, shuffle: shuffle))
            rig.send(.play(nil))
            var attempts = 0
            while rig.loaded != nil, attempts < 1000 {
                rig.fail()
                attempts += 1
            }
            #expect(attempts == min(count, 20))
            #expect(rig.player.state == .stopped && rig.player.fault?.reason == .unplayable)
            rig.send(.play(nil))
            #expect(rig.loaded != nil, "it can be tried again")
        }
    }

    @Test func aFailureUnderRepeatOneMovesOn() {
        var rig = Rig(entries: 2)
        rig.set(Modes(repeat: .one))
        rig.send(.play(nil))
        rig.fail()
        #expect(rig.current == 2 && rig.player.state == .playing)
    }

    @Test func aFailureWhilePausedStaysPaused() {
        var rig = Rig(entries: 2)
        rig.send(.play(nil))
        rig.send(.pause)
        rig.fail()
        #expect(rig.current == 2 && rig.player.state == .paused)
    }

    @Test(arguments: [false, true])
    func aFollowerThatFailsIsReplacedByTheOneBehind(shuffle: Bool) {
        var rig = Rig(entries: 4)
        rig.set(Modes(repeat: .all, shuffle: shuffle))
        rig.send(.play(nil))
        rig.sound()
        let upcoming = rig.player.upcoming(offset: 0, limit: 2)
        rig.failFollower()
        #expect(rig.player.queue.unavailable(upcoming[0]) != nil)
        #expect(rig.player.next == upcoming[1] && rig.follower?.entry == upcoming[1])
        rig.end()
        #expect(rig.player.current == upcoming[1])
    }

    @Test func theOnlyGoodOneOfSeveralGoesOnUnderRepeat() {
        var rig = Rig(entries: 3)
        rig.set(Modes(repeat: .all))
        rig.send(.play(nil))
        rig.sound()
        for _ in 0..<5 {
            rig.failFollower()
            rig.failFollower()
            #expect(rig.follower?.entry == 1 && rig.next == 1)
            rig.end()
            #expect(rig.current == 1 && rig.player.state == .playing && rig.follower?.entry == 2)
        }
    }

    @Test func aMissingFolderStopsAtOnceAndMarksNothing() {
        var rig = Rig(entries: 3)
        rig.send(.play(2))
        guard let ticket = rig.loaded?.ticket else { return #expect(Bool(false)) }
        rig.handle(.report(.failed(ticket, .folderMissing(path: "/mnt/nas/Music"))))
        #expect(rig.player.state == .stopped && rig.current == 2 && rig.loaded == nil)
        #expect(rig.player.fault?.message == "/mnt/nas/Music isn't there (not mounted?)")
        #expect(rig.player.queue.unavailable(2) == nil)
    }

    @Test func aMissingFolderOfTheFollowerStopsWhenItsTurnComes() {
        var rig = Rig(entries: 3)
        rig.send(.play(nil))
        rig.sound()
        guard let ticket = rig.follower?.ticket else { return #expect(Bool(false)) }
        rig.handle(.report(.failed(ticket, .folderMissing(path: "/mnt"))))
        #expect(rig.player.state == .playing && rig.player.fault == nil)
        rig.follower = nil
        rig.end()
        #expect(rig.current == 2 && rig.loaded?.entry == 2)
    }

    @Test func aSoundServerThatFailsNeverAdvancesTheQueue() {
        var rig = Rig(entries: 3)
        rig.send(.play(nil))
        rig.sound()
        rig.handle(.report(.output(OutputStatus(name: "PulseAudio", state: .unavailable, fault: "refused"))))
        #expect(rig.player.isStalled && rig.current == 1 && rig.player.fault?.reason == .outputUnavailable)
        #expect(!rig.effects.contains { if case .record = $0 { true } else { false } })
        rig.handle(.report(.output(OutputStatus(name: "PulseAudio", state: .connected))))
        if let ticket = rig.loaded?.ticket { rig.handle(.report(.written(ticket))) }
        #expect(!rig.player.isStalled && rig.player.fault == nil && rig.player.state == .playing)
    }

    @Test(arguments: [false, true]) func aCallPausesAndResumesAndSoDoesTheMachinesSleep(isSleep: Bool) {
        func interruption(_ begins: Bool) -> Event {
            isSleep ? .command(.interrupt(begins)) : .report(.corked(begins))
        }
        var rig = Rig(entries: 3)
        rig.send(.play(nil))
        rig.sound()
        rig.handle(interruption(true))
        #expect(rig.player.state == .paused && rig.player.interruption != nil)
        rig.handle(interruption(false))
        #expect(rig.player.state == .playing && rig.player.interruption == nil)
        rig.handle(interruption(true))
        rig.send(.pause)
        rig.handle(interruption(false))
        #expect(rig.player.state == .paused, "somebody wanted the pause")
        rig.handle(interruption(true))
        rig.handle(interruption(false))
        #expect(rig.player.state == .paused, "it was paused before")
    }

    @Test func unpluggingPausesWhateverComesAfter() {
        var rig = Rig(entries: 3)
        rig.handle(.report(.unplugged))
        #expect(rig.player.state == .stopped)
        rig.send(.play(nil))
        rig.sound()
        rig.handle(.report(.unplugged))
        #expect(rig.player.state == .paused)
        rig.send(.play(nil))
        rig.handle(.report(.corked(true)))
        rig.handle(.report(.unplugged))
        rig.handle(.report(.corked(false)))
        #expect(rig.player.state == .paused, "a call that ends brings nothing back that was unplugged")
        rig.send(.play(nil))
        rig.send(.interrupt(true))
        rig.handle(.report(.unplugged))
        rig.send(.interrupt(false))
        #expect(rig.player.state == .playing, "who ends the sleep has looked whether it is plugged in again")
    }

    @Test func lateReportsOfFormerOrdersAreIgnored() {
        var rig = Rig(entries: 5)
        rig.send(.play(nil))
        guard let old = rig.loaded?.ticket, let oldFollower = rig.follower?.ticket else { return #expect(Bool(false)) }
        rig.send(.play(4))
        let before = rig.player.snapshot
        for ticket in [old, oldFollower] {
            rig.handle(.report(.started(ticket)))
            rig.handle(.report(.ended(ticket)))
            rig.handle(.report(.failed(ticket, .unplayable(reason: "late"))))
        }
        #expect(rig.player.snapshot == before)
    }

    @Test func aReplacedFollowerThatIsHeardIsTheTruth() {
        var rig = Rig(entries: 5)
        rig.send(.play(nil))
        rig.sound()
        guard let former = rig.follower?.ticket else { return #expect(Bool(false)) }
        rig.send(.edit(.move([5], to: .next), heard: nil))
        #expect(rig.follower?.entry == 5)
        rig.handle(.report(.started(former)))
        #expect(rig.current == 2 && rig.player.ticket == former && rig.next == 3 && rig.follower?.entry == 3)
    }

    @Test func aReplacedFollowerThatIsHeardButGoneGivesWay() {
        var rig = Rig(entries: 5)
        rig.send(.play(nil))
        rig.sound()
        guard let former = rig.follower?.ticket else { return #expect(Bool(false)) }
        rig.send(.edit(.remove([2]), heard: nil))
        rig.handle(.report(.started(former)))
        #expect(rig.current == 3 && rig.loaded?.entry == 3)
    }

    @Test func whatCrashedTwiceIsPassedOver() {
        var rig = Rig(entries: 3)
        rig.send(.play(2))
        rig.sound()
        var next = Player(snapshot: rig.player.snapshot)
        _ = next.handle(.command(.markCrashed(2)))
        let effects = next.handle(.command(.restored(resume: .playing, position: 40, of: 2)))
        #expect(next.queue.unavailable(2) == "crashed the player" && next.current == 3)
        #expect(
            effects.contains {
                if case .engine(.play(let cue, false)) = $0 { cue.entry == 3 && cue.start == 0 } else { false }
            })
    }
}

extension Rig {
    mutating func failFollower() {
        guard let ticket = follower?.ticket else { return }
        follower = nil
        handle(.report(.failed(ticket, .unplayable(reason: "broken"))))
    }
}
