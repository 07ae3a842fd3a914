import Playback
import Testing

/// The queue while a mood is set.
@Suite struct MoodTests {
    private func calm(_ count: Int, shuffle: Bool = false) -> Rig {
        var rig = Rig()
        rig.set(Modes(shuffle: shuffle))
        rig.send(.edit(.setMood(Mood(name: "calm"), Rig.tracks(count, mood: "calm")), heard: nil))
        rig.sound()
        return rig
    }

    private func asksForMore(_ rig: Rig) -> Bool { rig.effects.contains(.refill) }

    @Test(arguments: [false, true])
    func whatIsAddedByHandPlaysAheadOfTheMoodInTheOrderItCame(shuffle: Bool) {
        var rig = calm(10, shuffle: shuffle)
        rig.add(2)
        rig.add(1)
        #expect(rig.player.upcoming(offset: 0, limit: 3) == [11, 12, 13])
        rig.send(.next)
        rig.add(1)
        #expect(rig.player.upcoming(offset: 0, limit: 3) == [12, 13, 14])
        rig.add(1, at: .next)
        #expect(rig.player.upcoming(offset: 0, limit: 4) == [15, 12, 13, 14])
        #expect(rig.player.mood?.name == "calm")
        rig.send(.refill(Rig.tracks(5, from: 16, mood: "calm")))
        #expect(rig.player.upcoming(offset: 0, limit: 4) == [15, 12, 13, 14])
        #expect(rig.player.upcomingCount == 4 + 9 + 5)
    }

    @Test(arguments: [false, true])
    func moreIsAskedForWhenTheLastButOneStarts(shuffle: Bool) {
        var rig = calm(4, shuffle: shuffle)
        #expect(!asksForMore(rig))
        rig.end()
        #expect(!asksForMore(rig))
        rig.end()
        #expect(asksForMore(rig) && rig.player.upcomingCount == 1)
        let depth = rig.player.undoDepth
        rig.send(.refill(Rig.tracks(3, from: 5, mood: "calm")))
        #expect(rig.player.upcomingCount == 4 && rig.player.undoDepth == depth && !asksForMore(rig))
    }

    @Test func aSongIsLoadedAnewUnderItsNewAddressWhereItWas() {
        var rig = calm(3)
        rig.send(.renew(2, uri: "http://m/2", heard: nil))
        #expect(rig.follower?.entry == 2 && rig.follower?.uri == "http://m/2" && rig.loaded?.entry == 1)
        rig.send(.renew(1, uri: "http://m/1", heard: 42))
        #expect(rig.loaded?.uri == "http://m/1" && rig.loaded?.start == 42 && rig.player.state == .playing)
        rig.send(.renew(3, uri: "http://m/3", heard: nil))
        rig.sound()
        rig.end()
        #expect(rig.current == 2 && rig.follower?.uri == "http://m/3")
    }

    /// A log doesn't hold the address; what happened next must be found in it all the same.
    @Test func aRenewalCanBeReplayedWithoutTheAddress() {
        func play(_ address: String?) -> Player {
            var rig = calm(3)
            rig.send(.renew(2, uri: address, heard: nil))
            rig.end()
            rig.send(.renew(2, uri: address, heard: 3))
            rig.sound()
            rig.end()
            return rig.player
        }
        let (live, replayed) = (play("http://m/2"), play(nil))
        #expect(live.current == 3 && replayed.current == 3 && live.ticket == replayed.ticket)
    }

    @Test func clearAndPlayWithPathsLeaveIt() {
        var rig = calm(3)
        rig.send(.edit(.add(Addition(Rig.tracks(1), plays: true, replaces: true)), heard: nil))
        #expect(rig.player.mood == nil)
        rig = calm(3)
        rig.send(.edit(.clear(keepCurrent: false), heard: nil))
        #expect(rig.player.mood == nil)
        rig.send(.undo)
        #expect(rig.player.mood?.name == "calm")
    }

    @Test func leavingKeepsTheQueueAndCanBeUndone() {
        var rig = calm(3)
        rig.send(.edit(.leaveMood, heard: nil))
        #expect(rig.player.mood == nil && rig.order == [1, 2, 3] && rig.player.state == .playing)
        rig.send(.undo)
        #expect(rig.player.mood?.name == "calm" && rig.current == 1)
    }

    @Test func anEmptyListChangesNothing() {
        var rig = calm(3)
        let before = rig.player.snapshot
        rig.send(.edit(.setMood(Mood(name: "sad"), []), heard: nil))
        #expect(rig.refusal == .noMusic && rig.player.snapshot == before)
        rig.send(.edit(.add(Addition([], replaces: true)), heard: nil))
        #expect(rig.refusal == .noMusic && rig.player.snapshot == before)
    }

    @Test func tracksThatComeAfterTheMoodWasLeftAreNotWanted() {
        var rig = calm(3)
        rig.send(.edit(.leaveMood, heard: nil))
        rig.send(.refill(Rig.tracks(3, mood: "calm")))
        #expect(rig.order == [1, 2, 3])
    }
}
