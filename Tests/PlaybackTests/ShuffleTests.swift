import Playback
import Testing

/// The shuffled order: a permutation with a cursor, and a memory of what was really played.
@Suite struct ShuffleTests {
    private func shuffled(_ entries: Int, seed: UInt64 = 3, repeating: Modes.Repeat = .off) -> Rig {
        var rig = Rig(entries: entries, seed: seed)
        rig.set(Modes(repeat: repeating, shuffle: true))
        return rig
    }

    @Test(arguments: 0..<20)
    func eachOnceACycleAndNeverTheSameAtASeam(seed: Int) {
        let count = 2 + seed % 7
        var rig = shuffled(count, seed: UInt64(seed), repeating: .all)
        rig.send(.play(nil))
        rig.sound()
        var heard: [UInt32] = []
        for turn in 0..<count * 5 {
            heard.append(rig.current ?? 0)
            let promised = rig.next
            if turn % 3 == 0 { rig.send(.next) } else { rig.end() }
            rig.sound()
            #expect(rig.current == promised)
        }
        for cycle in 0..<5 {
            #expect(Set(heard[cycle * count..<(cycle + 1) * count]).count == count, "\(heard)")
        }
        #expect(!zip(heard, heard.dropFirst()).contains { $0 == $1 }, "\(heard)")
    }

    @Test func enablingKeepsTheCurrentEntryAndDisablingGoesOnFromIt() {
        var rig = Rig(entries: 50)
        rig.send(.play(20))
        rig.set(Modes(shuffle: true))
        #expect(rig.current == 20 && rig.player.upcomingCount == 49)
        rig.set(Modes())
        #expect(rig.next == 21 && rig.player.upcomingCount == 30)
    }

    @Test func endsAfterOneCycleWithoutRepeat() {
        var rig = shuffled(4)
        rig.send(.play(nil))
        for _ in 0..<3 {
            rig.sound()
            rig.end()
        }
        #expect(rig.player.state == .playing && rig.next == nil)
        let last = rig.current
        rig.end()
        #expect(rig.player.state == .stopped && rig.current != nil && rig.current != last)
        #expect(rig.player.upcomingCount == 3)
    }

    @Test func previousWalksBackOverTheSeamAndNextForwardAgain() {
        var rig = shuffled(5, repeating: .all)
        rig.send(.play(nil))
        var heard = [rig.current]
        for _ in 0..<12 {
            rig.send(.next)
            heard.append(rig.current)
        }
        for step in 1...12 {
            rig.send(.previous(heard: nil))
            #expect(rig.current == heard[12 - step])
        }
        rig.send(.previous(heard: nil))
        #expect(rig.current == heard[0], "at the beginning it restarts")
        for step in 1...12 {
            #expect(rig.next == heard[step].map { $0 })
            rig.send(.next)
            #expect(rig.current == heard[step])
        }
    }

    @Test func remembersAThousand() {
        var rig = shuffled(7, repeating: .all)
        rig.send(.play(nil))
        for _ in 0..<3000 { rig.send(.next) }
        #expect(rig.player.snapshot.playOrder?.history.count == 1000)
    }

    @Test func playingOutOfTurnSkipsNobody() {
        var rig = shuffled(10)
        rig.send(.play(nil))
        var heard: Set<UInt32?> = [rig.current]
        let chosen = rig.player.upcoming(offset: 6, limit: 1)[0]
        rig.send(.play(chosen))
        heard.insert(rig.current)
        rig.send(.random)
        heard.insert(rig.current)
        while rig.next != nil {
            rig.send(.next)
            heard.insert(rig.current)
        }
        #expect(heard.count == 10)
    }

    @Test func replayingWhatHadItsTurnSkipsNobody() {
        var rig = shuffled(6)
        rig.send(.play(nil))
        let first = rig.player.current
        rig.send(.next)
        rig.send(.next)
        let second = rig.current
        rig.send(.play(first))
        #expect(rig.player.upcomingCount == 3)
        rig.send(.previous(heard: nil))
        #expect(rig.current == second)
    }

    @Test func insertedNextPlaysNextInTheOrderGiven() {
        var rig = shuffled(20)
        rig.send(.play(nil))
        rig.add(2, at: .next)
        #expect(rig.player.upcoming(offset: 0, limit: 2) == [21, 22])
        rig.add(1, at: .next)
        #expect(rig.player.upcoming(offset: 0, limit: 3) == [23, 21, 22])
        rig.add(10)
        #expect(rig.player.upcoming(offset: 0, limit: 3) == [23, 21, 22], "others fall in behind")
        rig.send(.play(rig.player.upcoming(offset: 9, limit: 1)[0]))
        #expect(rig.player.upcoming(offset: 0, limit: 3) == [23, 21, 22], "and others don't push in")
        for expected in [23, 21, 22] as [UInt32] {
            rig.send(.next)
            #expect(rig.current == expected)
        }
    }

    @Test func batchesInsertedNextStandOneBehindTheOther() {
        for shuffle in [false, true] {
            var rig = Rig(entries: 5)
            rig.set(Modes(shuffle: shuffle))
            rig.send(.play(2))
            for first in [6, 8] {
                let addition = Addition(Rig.tracks(2, from: first), at: .next, batch: "b")
                rig.send(.edit(.add(addition), heard: nil))
            }
            #expect(rig.player.upcoming(offset: 0, limit: 4) == [6, 7, 8, 9])
            #expect(rig.order[0..<6] == [1, 2, 6, 7, 8, 9])
            rig.send(.undo)
            #expect(rig.order == [1, 2, 3, 4, 5])
        }
    }

    @Test func movedNextPlaysNext() {
        var rig = shuffled(10)
        rig.send(.play(nil))
        let first = rig.player.current
        rig.send(.next)
        rig.send(.next)
        let far = rig.player.upcoming(offset: 5, limit: 1)[0]
        guard let first else { return #expect(Bool(false)) }
        rig.send(.edit(.move([first, far], to: .next), heard: nil))
        #expect(rig.player.upcoming(offset: 0, limit: 2) == [first, far])
        #expect(rig.follower?.entry == first)
    }

    @Test func lateAdditionsFallAmongThoseToCome() {
        var places: Set<Int> = []
        for seed in 0..<40 {
            var rig = shuffled(10, seed: UInt64(seed))
            rig.send(.play(nil))
            rig.send(.next)
            rig.add(1)
            places.insert(rig.player.upcoming(offset: 0, limit: 100).firstIndex(of: 11) ?? -1)
        }
        #expect(places.isSubset(of: Set(0...8)) && places.count > 5)
    }

    @Test func turningRepeatOffAtTheSeamEndsTheCycle() {
        var rig = shuffled(3, repeating: .all)
        rig.send(.play(nil))
        rig.send(.next)
        rig.send(.next)
        #expect(rig.next != nil && rig.player.upcomingCount == 3)
        rig.set(Modes(repeat: .off, shuffle: true))
        #expect(rig.next == nil && rig.follower == nil)
        rig.set(Modes(repeat: .all, shuffle: true))
        #expect(rig.next != nil && rig.next != rig.current && rig.follower?.entry == rig.player.next)
    }

    @Test func shufflingTheQueueItselfStartsWithTheCurrentEntry() {
        var rig = Rig(entries: 30)
        rig.send(.play(12))
        rig.send(.edit(.shuffle, heard: nil))
        #expect(rig.order[0] == 12 && rig.player.index == 0 && rig.order.sorted() == Array(1...30))
        #expect(rig.order != [12] + (1...30).filter { $0 != 12 })
    }

    @Test func theOrderIsAFairPermutation() {
        var counts = [Int](repeating: 0, count: 4)
        for seed in 0..<4000 {
            var rig = shuffled(4, seed: UInt64(seed) &* 0x1234_5678_9ABC)
            rig.send(.play(nil))
            counts[Int(rig.current ?? 1) - 1] += 1
        }
        #expect(counts.allSatisfy { (850...1150).contains($0) }, "\(counts)")
    }
}
