/// The order in which a shuffled queue is played: a permutation of its entries with a cursor, and what was played.
///
/// The cycle begins with those that have had their turn; those behind them have it still, first the ones that were
/// inserted to play next. Once the last had its turn and the queue repeats, the next cycle is drawn at once, so that
/// everybody can see what comes.
public struct PlayOrder: Equatable, Sendable {
    /// Every entry of the queue once, in the order they have their turn.
    public internal(set) var cycle: [EntryID] = []
    /// How many of the cycle have had their turn.
    public internal(set) var played = 0
    /// How many of the next ones were inserted to play next.
    public internal(set) var inserted = 0
    /// True when this cycle was drawn and none of it has played: the current entry is the last of the former one.
    public internal(set) var isFresh = false
    /// What was really played, over the seam; at most 1,000.
    public internal(set) var history: [EntryID] = []
    /// How many steps `previous` has gone back from the newest of the history.
    public internal(set) var back = 0

    static let historyLimit = 1000

    /// Takes up an order that was written out; figures that don't fit are put right.
    public init(cycle: [EntryID], played: Int, inserted: Int, isFresh: Bool, history: [EntryID], back: Int) {
        self.cycle = cycle
        self.played = min(max(played, 0), cycle.count)
        self.inserted = min(max(inserted, 0), cycle.count - self.played)
        self.isFresh = isFresh
        self.history = history
        self.back = min(max(back, 0), max(history.count - 1, 0))
    }

    /// A new order, with the current entry first.
    init(of entries: [EntryID], current: EntryID?, using generator: inout SplitMix64) {
        cycle = entries
        guard let current, let place = cycle.place(of: current) else {
            cycle.shuffle(from: 0, using: &generator)
            return
        }
        cycle.swapAt(0, place)
        cycle.shuffle(from: 1, using: &generator)
        played = 1
        history = [current]
    }

    /// What comes next; nil at the end of the cycle.
    var next: EntryID? {
        back > 0 ? history[history.count - back] : played < cycle.count ? cycle[played] : nil
    }

    /// How many are still to come in this cycle.
    var upcomingCount: Int {
        back + cycle.count - played
    }

    /// Those to come, the next one first.
    func upcoming(_ range: Range<Int>) -> [EntryID] {
        let again = history.suffix(back).dropFirst(range.lowerBound).prefix(range.count)
        let skipped = max(range.lowerBound - back, 0)
        return Array(again) + cycle[played...].dropFirst(skipped).prefix(range.count - again.count)
    }

    // MARK: Moving

    /// The entry plays: as the next one, or out of turn, at the cursor's next place.
    mutating func arrive(at entry: EntryID) {
        if back > 0, entry == next {
            back -= 1
            return
        }
        if entry != next { forgetForward() }
        takeTurn(entry)
        if history.last != entry {
            history.append(entry)
            if history.count > Self.historyLimit { history.removeFirst(history.count - Self.historyLimit) }
        }
        isFresh = false
    }

    /// The one played before, if any is remembered.
    mutating func retreat() -> EntryID? {
        guard back + 1 < history.count else { return nil }
        back += 1
        return history[history.count - 1 - back]
    }

    /// The next one failed before it was heard: it has had its turn.
    ///
    /// Somebody who walked back over the seam hears what this cycle has yet to bring: it doesn't follow itself.
    mutating func pass(over entry: EntryID, current: EntryID?, using generator: inout SplitMix64) {
        if back > 0, entry == next {
            repeat {
                history.remove(at: history.count - back)
                back -= 1
            } while back > 0 && next == history[history.count - 1 - back]
        } else {
            takeTurn(entry)
        }
        if back == 0, inserted == 0 { keepNextApart(from: current, using: &generator) }
    }

    /// Draws the next cycle when this one is at its end; what plays now is not the first of it.
    mutating func renewIfExhausted(current: EntryID?, using generator: inout SplitMix64) {
        guard played == cycle.count, !cycle.isEmpty else { return }
        cycle.shuffle(from: 0, using: &generator)
        played = 0
        inserted = 0
        isFresh = true
        keepSeamApart(current: current, using: &generator)
    }

    /// Nothing follows any longer: a cycle that was drawn ahead is put away, but for what was inserted to play next.
    mutating func withdrawFreshCycle() {
        guard isFresh else { return }
        let next = cycle[played..<played + inserted]
        cycle = Array(cycle[..<played]) + cycle[(played + inserted)...] + next
        played = cycle.count - inserted
        isFresh = false
    }

    /// The same entry doesn't stand on both sides of the seam.
    mutating func keepSeamApart(current: EntryID?, using generator: inout SplitMix64) {
        if isFresh { keepNextApart(from: current, using: &generator) }
    }

    private mutating func keepNextApart(from current: EntryID?, using generator: inout SplitMix64) {
        guard played < cycle.count - 1, cycle[played] == current else { return }
        cycle.swapAt(played, played + 1 + generator.number(below: cycle.count - played - 1))
    }

    private mutating func takeTurn(_ entry: EntryID) {
        guard played < cycle.count, let place = cycle.place(of: entry, from: played) else { return }
        if inserted > 0, place > played {
            cycle.remove(at: place)
            cycle.insert(entry, at: played)
            if place < played + inserted { inserted -= 1 }
        } else {
            cycle.swapAt(place, played)
            inserted = max(inserted - 1, 0)
        }
        played += 1
    }

    mutating func forgetForward() {
        history.removeLast(back)
        back = 0
    }

    // MARK: Editing

    /// New entries fall among those that haven't had their turn.
    mutating func add(_ entries: some Collection<EntryID>, using generator: inout SplitMix64) {
        var added = Array(entries)
        added.shuffle(from: 0, using: &generator)
        let fixed = played + inserted
        var result = Array(cycle[..<fixed])
        result.reserveCapacity(cycle.count + added.count)
        var kept = fixed
        var taken = 0
        while taken < added.count {
            if generator.number(below: cycle.count - kept + added.count - taken) < added.count - taken {
                result.append(added[taken])
                taken += 1
            } else {
                result.append(cycle[kept])
                kept += 1
            }
        }
        result.append(contentsOf: cycle[kept...])
        cycle = result
    }

    /// Entries that aren't in the cycle play next, in this order, after the first `offset` of those inserted before.
    mutating func insertNext(_ entries: some Collection<EntryID>, after offset: Int = 0) {
        forgetForward()
        cycle.insert(contentsOf: entries, at: played + min(max(offset, 0), inserted))
        inserted += entries.count
    }

    /// Where an entry stands among those inserted to play next.
    func placeAmongInserted(_ entry: EntryID) -> Int? {
        cycle[played..<played + inserted].firstIndex(of: entry).map { $0 - played }
    }

    /// Takes entries out of the cycle, so that they can be inserted elsewhere or are gone.
    mutating func removeFromCycle(_ entries: EntrySet) {
        let turns = cycle[..<played].count { entries.contains($0) }
        inserted -= cycle[played..<played + inserted].count { entries.contains($0) }
        played -= turns
        cycle.removeAll { entries.contains($0) }
    }

    mutating func removeFromHistory(_ entries: EntrySet) {
        let cursor = history.count - 1 - back
        var kept: [EntryID] = []
        kept.reserveCapacity(history.count)
        var ahead = 0
        for (place, entry) in history.enumerated() where !entries.contains(entry) && kept.last != entry {
            kept.append(entry)
            if place > cursor { ahead += 1 }
        }
        history = kept
        back = min(ahead, max(kept.count - 1, 0))
    }

    /// Puts entries back into the cycle, at the places and with the turns they had.
    mutating func put(_ restoration: Restoration) {
        let turns = restoration.turns
        let had = isFresh ? 0 : min(max(restoration.playedTurns, 0), turns.count)
        let next = isFresh ? 0 : min(max(restoration.insertedTurns, 0), turns.count - had)
        let first = Array(cycle[..<played]).merged(with: turns[..<had])
        let second = Array(cycle[played..<played + inserted])
            .merged(with: turns[had..<had + next], offset: first.count)
        let third = Array(cycle[(played + inserted)...])
            .merged(with: turns[(had + next)...], offset: first.count + second.count)
        cycle = first + second + third
        played = first.count
        inserted = second.count
    }
}
