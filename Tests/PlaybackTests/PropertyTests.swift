import Playback
import Testing

/// What holds after whatever happens, in whatever order.
@Suite struct PropertyTests {
    static let seeds = Array(0..<24)

    @Test(arguments: seeds)
    func thePlayerStaysWhole(seed: Int) {
        var events = RandomEvents(seed: UInt64(seed))
        var rig = Rig(entries: 6, seed: UInt64(seed))
        for step in 0..<400 {
            let event = events.event(for: rig.player)
            events.listen(to: rig.handle(event))
            let faults = rig.faults
            #expect(faults.isEmpty, "\(faults) after step \(step): \(event)")
            if !faults.isEmpty { return }
        }
    }

    @Test(arguments: seeds)
    func theLogRepeatsThePlayer(seed: Int) {
        var events = RandomEvents(seed: UInt64(seed) + 1000)
        var rig = Rig(entries: 6, seed: UInt64(seed))
        var replayed = Player(snapshot: rig.player.snapshot)
        for step in 0..<400 {
            let event = events.event(for: rig.player)
            events.listen(to: rig.handle(event))
            for case .record(let record) in rig.effects { _ = replayed.handle(record) }
            let isSame = replayed.snapshot == rig.player.snapshot
            #expect(isSame, "step \(step): \(event)")
            if !isSame { return }
            if step % 50 == 49 { replayed = Player(snapshot: replayed.snapshot) }
        }
    }

    @Test(arguments: seeds)
    func undoRestoresWhatTheEditFound(seed: Int) {
        var events = RandomEvents(seed: UInt64(seed) + 2000)
        var rig = Rig(entries: 8, seed: UInt64(seed))
        for step in 0..<150 {
            events.listen(to: rig.handle(events.event(for: rig.player)))
            rig.set(Modes(repeat: .off, shuffle: step % 2 == 0))
            let before = rig.player.snapshot
            rig.player = Player(snapshot: before)
            var edits: [Edit] = []
            for _ in 0...events.number(4) {
                edits.append(events.edit(for: rig.player))
                rig.send(.edit(edits[edits.count - 1], heard: nil))
            }
            while rig.player.undoDepth > 0 { rig.send(.undo) }
            let after = rig.player.snapshot
            let isSame =
                after.queue.order == before.queue.order && after.mood == before.mood
                && after.playOrder?.cycle.sorted() == before.playOrder?.cycle.sorted()
            #expect(isSame, "step \(step): \(edits)")
            if !isSame { return }
        }
    }

    @Test(arguments: seeds)
    func previousInvertsNextInShuffle(seed: Int) {
        var events = RandomEvents(seed: UInt64(seed) + 3000)
        var rig = Rig(entries: 8, seed: UInt64(seed))
        for step in 0..<200 {
            let event = events.event(for: rig.player)
            events.listen(to: rig.handle(event))
            rig.set(Modes(repeat: events.number(2) == 0 ? .all : .off, shuffle: true))
            rig.player = Player(snapshot: rig.player.snapshot)
            guard let before = rig.player.current, rig.player.next != nil else { continue }
            var there = rig
            there.send(.next)
            let middle = there.player.current
            there.send(.previous(heard: nil))
            #expect(there.player.current == before || rig.player.queue.count == 1, "step \(step): \(event)")
            #expect(there.player.next == middle, "step \(step): \(event)")
            there.send(.next)
            #expect(there.player.current == middle)
        }
    }
}

extension Rig {
    /// What doesn't fit together.
    var faults: [String] {
        var faults: [String] = []
        func check(_ holds: Bool, _ words: String) {
            if !holds { faults.append(words) }
        }
        let snapshot = player.snapshot
        let order = player.queue.order
        check(Set(order).count == order.count, "an entry stands twice in the queue")
        check(player.index == player.current.flatMap { order.firstIndex(of: $0) }, "the index is of another entry")
        check(player.current == nil || player.index != nil, "the current entry isn't in the queue")
        check(player.current != nil || player.state == .stopped, "something plays, but nothing is current")
        check((player.ticket == nil) == (player.state == .stopped), "the engine has what the state denies")
        check((0...200).contains(player.start), "the position is \(player.start)")
        check(loaded?.ticket == player.ticket, "the engine was told to play something else")
        if player.ticket != nil {
            let silent = player.modes.stopAfterCurrent || player.sleepsAtEnd
            let hasFailed = follower == nil && snapshot.follower.map { failed.contains($0.ticket) } ?? false
            check(
                hasFailed || follower?.entry == (silent ? nil : player.next),
                "the engine was told something else to follow")
        }
        check(player.next.map(player.queue.contains) ?? true, "what comes next isn't in the queue")
        check(order.allSatisfy { player.queue.entry($0) != nil }, "a track is lost")
        check(player.modes.shuffle == (snapshot.playOrder != nil), "shuffle and its order disagree")
        if let shuffled = snapshot.playOrder {
            check(shuffled.cycle.sorted() == order.sorted(), "the cycle isn't a permutation of the queue")
            check((0...shuffled.cycle.count).contains(shuffled.played), "the cursor is outside")
            check((0...shuffled.cycle.count - shuffled.played).contains(shuffled.inserted), "inserted ones are outside")
            check(shuffled.history.allSatisfy(player.queue.contains), "the history names what is gone")
            check(shuffled.history.count <= 1000, "the history is long")
            let cursor = shuffled.history.count - 1 - shuffled.back
            check(
                player.current == nil || cursor >= 0 && shuffled.history[cursor] == player.current,
                "the history's cursor isn't at the current entry")
            check(
                !shuffled.isFresh || shuffled.played >= order.count - 1 || shuffled.back > 0
                    || shuffled.cycle[shuffled.played] != player.current, "the same on both sides of the seam")
        }
        check(player.undoDepth <= 20, "undo is deep")
        return faults
    }
}
