import Testing

@testable import Playback

/// Edits taken back, with the music going on or coming back.
@Suite struct UndoTests {
    private func playing(_ entry: UInt32, of count: Int = 5) -> Rig {
        var rig = Rig(entries: count)
        rig.send(.play(EntryID(rawValue: entry)))
        rig.sound()
        return rig
    }

    @Test func theMusicGoesOnUntouched() {
        var rig = playing(2)
        let edits: [Edit] = [
            .remove([1, 4]), .shuffle, .move([2], to: .index(0)), .sort(.title, descending: true),
            .clear(keepCurrent: true), .add(Addition(Rig.tracks(3))),
        ]
        for edit in edits {
            let ticket = rig.player.ticket
            rig.send(.edit(edit, heard: 10))
            rig.send(.undo)
            #expect(rig.order == [1, 2, 3, 4, 5] && rig.player.index == 1, "\(edit)")
            #expect(rig.player.ticket == ticket && rig.player.state == .playing && rig.follower?.entry == 3)
        }
    }

    @Test func aClearedQueueComesBackAndPlaysOn() {
        var rig = playing(2)
        rig.send(.edit(.clear(keepCurrent: false), heard: 42))
        #expect(rig.loaded == nil && rig.player.queue.isEmpty)
        rig.send(.undo)
        #expect(rig.order == [1, 2, 3, 4, 5] && rig.player.state == .playing)
        #expect(rig.loaded?.entry == 2 && rig.loaded?.start == 42)
    }

    @Test func whatWasMovedLongBeforeComesBackToo() {
        var rig = playing(2)
        for turn in 0..<20 { rig.send(.edit(.move([turn == 0 ? 3 : 4], to: .index(turn % 5)), heard: 0)) }
        let order = rig.order
        rig.send(.edit(.clear(keepCurrent: false), heard: 0))
        rig.send(.undo)
        #expect(rig.order == order && order.count == 5)
    }

    @Test func aReplacedQueueComesBackPaused() {
        var rig = playing(3)
        rig.send(.pause)
        rig.send(.edit(.setMood(Mood(name: "calm"), Rig.tracks(2, mood: "calm")), heard: 7))
        #expect(rig.player.mood?.name == "calm" && rig.order == [6, 7] && rig.player.state == .playing)
        rig.send(.undo)
        #expect(rig.player.mood == nil && rig.order == [1, 2, 3, 4, 5])
        #expect(rig.player.state == .paused && rig.loaded?.entry == 3 && rig.loaded?.start == 7)
    }

    @Test func whatPlaysNowStaysWhenWhatPlayedThenComesBack() {
        var rig = playing(2)
        rig.send(.edit(.remove([2]), heard: 5))
        let ticket = rig.player.ticket
        rig.send(.undo)
        #expect(rig.current == 3 && rig.player.ticket == ticket && rig.order == [1, 2, 3, 4, 5])
    }

    @Test func shuffledOrderAndHistoryComeBack() {
        var rig = playing(2, of: 12)
        rig.set(Modes(shuffle: true))
        for _ in 0..<4 { rig.send(.next) }
        rig.add(2, at: .next)
        rig.sound()
        let before = rig.player.snapshot
        let gone = before.playOrder.map { Array($0.cycle[1...2] + $0.cycle[5...8]) } ?? []
        rig.send(.edit(.remove(gone), heard: 1))
        rig.send(.undo)
        #expect(rig.player.snapshot.playOrder == before.playOrder)
        rig.send(.edit(.clear(keepCurrent: false), heard: 1))
        rig.send(.undo)
        #expect(rig.player.snapshot.playOrder == before.playOrder && rig.current == before.current?.rawValue)
    }

    @Test func additionsOfOneBatchAreOneStep() {
        var rig = playing(1)
        for first in [6, 8] {
            let addition = Addition(Rig.tracks(2, from: first), plays: true, replaces: true, batch: "word")
            rig.send(.edit(.add(addition), heard: 3))
        }
        #expect(rig.order == [6, 7, 8, 9] && rig.current == 6)
        rig.send(.undo)
        #expect(rig.order == [1, 2, 3, 4, 5] && rig.current == 1 && rig.loaded?.start == 3)
    }

    @Test func consumedAndFailedTracksMakeNoStepAndStayAway() {
        var rig = playing(1)
        rig.set(Modes(consume: true))
        rig.send(.edit(.move([5], to: .index(0)), heard: nil))
        let depth = rig.player.undoDepth
        rig.end()
        rig.fail()
        #expect(rig.player.undoDepth == depth)
        rig.send(.undo)
        #expect(rig.order == [2, 3, 4, 5])
    }

    @Test func tracksOfTheMoodThatCameMeanwhileStay() {
        var rig = Rig()
        rig.send(.edit(.setMood(Mood(name: "sad"), Rig.tracks(3, mood: "sad")), heard: nil))
        rig.send(.edit(.shuffle, heard: nil))
        rig.send(.refill(Rig.tracks(2, from: 4, mood: "sad")))
        rig.send(.undo)
        #expect(rig.order == [1, 2, 3, 4, 5])
    }

    @Test func tracksThatTheMoodsChannelSentGoWithTheMood() {
        var rig = Rig()
        rig.add(2)
        rig.send(.edit(.setMood(Mood(name: "sad"), Rig.tracks(1, from: 3, mood: "sad")), heard: nil))
        rig.send(.refill(Rig.tracks(2, from: 4, mood: "sad")))
        rig.send(.edit(.move([5], to: .index(0)), heard: nil))
        rig.send(.refill(Rig.tracks(1, from: 6, mood: "sad")))
        rig.send(.undo)
        #expect(rig.order == [3, 4, 5, 6])
        rig.send(.undo)
        #expect(rig.order == [1, 2] && rig.player.mood == nil)
    }

    @Test func twentyDeep() {
        var rig = Rig()
        for _ in 0..<30 { rig.add(1) }
        #expect(rig.player.undoDepth == 20)
        for _ in 0..<20 { rig.send(.undo) }
        #expect(rig.order == Array(1...10))
        rig.send(.undo)
        #expect(rig.refusal == .notFound)
    }

    @Test func boundedInBytesButNeverWithoutTheLastEdit() {
        let place = Restoration.Place(entry: nil, position: 0, state: .stopped)
        var history = UndoHistory()
        func push(_ size: Int) -> Int {
            history.push(UndoHistory.Step(restoration: Restoration(mood: nil, place: place), size: size)).count
        }
        #expect(push(6 << 20) == 0 && push(6 << 20) == 0)
        #expect(push(6 << 20) == 1 && history.steps.count == 2)
        #expect(push(40 << 20) == 2 && history.steps.count == 1)
        #expect(push(1) == 1 && history.steps.count == 1)
    }

    @Test func anUndoStandsInTheLogByItself() {
        var rig = playing(2)
        rig.send(.edit(.clear(keepCurrent: false), heard: 9))
        var restarted = Player(snapshot: rig.player.snapshot)
        rig.send(.undo)
        for case .record(let event) in rig.effects { _ = restarted.handle(event) }
        #expect(restarted.snapshot == rig.player.snapshot)
        #expect(restarted.queue.entry(4)?.track.title == "Title 4")
    }
}
