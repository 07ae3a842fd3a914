/// What one undo puts back: self-contained, so that it can be carried out from a log that has lost the edit.
public struct Restoration: Equatable, Sendable {
    /// Where an entry was, counted from 0 among those that were there then.
    public struct Placement: Equatable, Sendable {
        /// The entry that is spoken of.
        public var entry: EntryID
        /// Its place, counted from 0.
        public var place: UInt32

        /// Takes its parts.
        public init(entry: EntryID, place: UInt32) {
            self.entry = entry
            self.place = place
        }
    }

    /// What played, and how far it was.
    public struct Place: Equatable, Sendable {
        /// The entry that is spoken of.
        public var entry: EntryID?
        /// How much of it was heard, in seconds.
        public var position: Double
        /// Whether it played.
        public var state: Player.State

        /// Takes its parts.
        public init(entry: EntryID?, position: Double, state: Player.State) {
            self.entry = entry
            self.position = position
            self.state = state
        }
    }

    /// What was played before, in shuffle.
    public struct History: Equatable, Sendable {
        /// The oldest first.
        public var entries: [EntryID]
        /// How far `previous` had gone back in it.
        public var back: Int

        /// Takes its parts.
        public init(entries: [EntryID], back: Int) {
            self.entries = entries
            self.back = back
        }
    }

    /// Entries that the edit had added.
    public var dropped: [EntryID] = []
    /// Entries that the edit had removed or moved, by ascending place in the queue.
    public var placements: [Placement] = []
    /// The same by their place in the shuffled order, if the edit changed that.
    public var turns: [Placement] = []
    /// How many of the turns had been had, and how many after these were of entries inserted to play next.
    public var playedTurns = 0
    /// How many turns after these were of entries inserted to play next.
    public var insertedTurns = 0
    /// The whole order before it was shuffled or sorted.
    public var order: [EntryID]?
    /// The mood that was set.
    public var mood: Mood?
    /// Its place, counted from 0.
    public var place: Place
    /// If the edit may have taken something from it.
    public var history: History?
    /// The entries that the edit had removed, for those who read this from a log.
    public var removed = Queue()

    /// Takes its parts.
    public init(mood: Mood?, place: Place) {
        self.mood = mood
        self.place = place
    }

    mutating func keepTurns(where isKept: (EntryID) -> Bool) {
        let had = turns.prefix(playedTurns).filter { isKept($0.entry) }
        let next = turns.dropFirst(playedTurns).prefix(insertedTurns).filter { isKept($0.entry) }
        let rest = turns.dropFirst(playedTurns + insertedTurns).filter { isKept($0.entry) }
        turns = had + next + rest
        playedTurns = had.count
        insertedTurns = next.count
    }

    /// Bytes, without the tracks.
    var size: Int {
        dropped.count * 4 + (placements.count + turns.count) * 8 + (order?.count ?? 0) * 4
            + (history?.entries.count ?? 0) * 4
    }
}

extension Restoration {
    /// Where entries stand that follow one another from a place on.
    static func placements(of run: [EntryID], from start: Int) -> [Placement] {
        zip(run, start...).map { Placement(entry: $0, place: UInt32(truncatingIfNeeded: $1)) }
    }
}

extension [EntryID] {
    /// Where those of a set stand.
    func placements(of entries: EntrySet) -> [Restoration.Placement] {
        var found: [Restoration.Placement] = []
        found.reserveCapacity(entries.count)
        for (place, entry) in enumerated() where entries.contains(entry) {
            found.append(Restoration.Placement(entry: entry, place: UInt32(truncatingIfNeeded: place)))
        }
        return found
    }

    /// With further entries put at the places they had, less an offset; a place past the end is the end.
    func merged(with placements: some Sequence<Restoration.Placement>, offset: Int = 0) -> [EntryID] {
        var result: [EntryID] = []
        result.reserveCapacity(count + placements.underestimatedCount)
        var kept = 0
        for placement in placements {
            let fill = Swift.min(Swift.max(Int(placement.place) - offset - result.count, 0), count - kept)
            result.append(contentsOf: self[kept..<kept + fill])
            kept += fill
            result.append(placement.entry)
        }
        result.append(contentsOf: self[kept...])
        return result
    }
}
