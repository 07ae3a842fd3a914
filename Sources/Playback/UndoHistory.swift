/// The inverse of the last edits: 20 at most, and 16 MB at most unless the newest alone is larger.
struct UndoHistory: Sendable {
    struct Step: Sendable {
        var restoration: Restoration
        /// Further additions with the same word join this step.
        var batch: String?
        /// Whether the placements are of entries that were taken out of the queue, and so remembered by this step alone.
        var returnsEntries = false
        /// Whether it takes a mood back, and all tracks that its channel sent.
        var setsMood = false
        /// Bytes that would be free without it, its tracks included.
        var size = 0
    }

    private(set) var steps: [Step] = []
    private var size = 0

    static let depth = 20
    static let limit = 16 << 20

    /// Adds a step, and hands back those it displaces: their tracks may be forgotten.
    mutating func push(_ step: Step) -> [Step] {
        steps.append(step)
        size += step.size
        var surplus = 0
        while steps.count - surplus > 1, steps.count - surplus > Self.depth || size > Self.limit {
            size -= steps[surplus].size
            surplus += 1
        }
        let displaced = Array(steps[..<surplus])
        steps.removeFirst(surplus)
        return displaced
    }

    mutating func pop() -> Step? {
        guard let step = steps.popLast() else { return nil }
        size -= step.size
        return step
    }

    /// The newest step's edit added these as well.
    mutating func join(_ added: some Collection<EntryID>) {
        if let last = steps.indices.last { join(added, toStep: last) }
    }

    /// The mood's channel sent these as well.
    mutating func joinMood(_ added: some Collection<EntryID>) {
        if let last = steps.lastIndex(where: \.setsMood) { join(added, toStep: last) }
    }

    private mutating func join(_ added: some Collection<EntryID>, toStep last: Int) {
        steps[last].restoration.dropped.append(contentsOf: added)
        steps[last].size += added.count * MemoryLayout<EntryID>.stride
        size += added.count * MemoryLayout<EntryID>.stride
    }

    mutating func removeAll() -> [Step] {
        defer { self = UndoHistory() }
        return steps
    }
}
