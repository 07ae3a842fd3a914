/// Taking edits back.
extension Player {
    /// How many edits can be taken back.
    public var undoDepth: Int { undoHistory.steps.count }

    func newStep(heard: Double?) -> UndoHistory.Step {
        let position = state == .stopped ? 0 : isStarted ? heard ?? start : start
        let place = Restoration.Place(entry: current, position: position, state: state)
        return UndoHistory.Step(restoration: Restoration(mood: mood, place: place))
    }

    mutating func remember(_ step: UndoHistory.Step) {
        var step = step
        step.size += step.restoration.size
        batch = nil
        forget(undoHistory.push(step))
    }

    /// The tracks that only these steps remember are gone; what a step merely moved, a newer one may have to bring back.
    mutating func forget(_ steps: [UndoHistory.Step]) {
        for step in steps where step.returnsEntries { queue.forget(step.restoration.placements.lazy.map(\.entry)) }
    }

    mutating func undo(_ turn: inout Turn) {
        guard let step = undoHistory.pop() else { return turn.refuse(.notFound, "there is nothing to undo") }
        var restoration = step.restoration
        let removed = restoration.placements.lazy.map(\.entry).filter { [queue] in
            queue.table.contains($0) && !queue.contains($0)
        }
        if !removed.isEmpty { restoration.removed = queue.extract(Array(removed)) }
        restore(restoration, &turn)
        turn.record = .command(.edit(.restore(restoration), heard: nil))
    }

    mutating func restore(_ restoration: Restoration, _ turn: inout Turn) {
        batch = nil
        queue.remember(restoration.removed)
        let dropped = EntrySet(restoration.dropped.filter(queue.contains))
        let placements = restoration.placements.filter { queue.table.contains($0.entry) }
        let returning = placements.lazy.map(\.entry).filter { [queue] in !queue.contains($0) }
        let isCurrentDropped = current.map(dropped.contains) ?? false
        if isCurrentDropped, let current { report(current, .next, heard: nil, &turn) }
        restoreShuffled(restoration, dropped: dropped, returning: Array(returning))
        restoreOrder(restoration, dropped: dropped, placements: placements)
        if mood != restoration.mood {
            mood = restoration.mood
            turn.changed(.mood)
        }
        if isCurrentDropped {
            current = nil
            wasHeard = false
        }
        index = current.flatMap { queue.index(of: $0) }
        turn.changed([.queue, .player])
        if current == nil { takePlace(restoration, &turn) }
        restoreHistory(restoration)
        settle(&turn)
    }

    private mutating func restoreOrder(
        _ restoration: Restoration, dropped: EntrySet, placements: [Restoration.Placement]
    ) {
        let lifted = EntrySet(placements.lazy.map(\.entry))
        queue.setQueued(restoration.dropped, false)
        var order = queue.order
        order.removeAll { dropped.contains($0) || lifted.contains($0) }
        order = order.merged(with: placements)
        queue.setQueued(placements.lazy.map(\.entry), true)
        if let former = restoration.order {
            let known = EntrySet(former)
            order = former.filter(queue.contains) + order.filter { !known.contains($0) }
        }
        queue.reorder(order)
        queue.forget(restoration.dropped)
    }

    private mutating func restoreShuffled(_ restoration: Restoration, dropped: EntrySet, returning: [EntryID]) {
        guard shuffled != nil else { return }
        var restoration = restoration
        restoration.keepTurns { [queue] in queue.table.contains($0) }
        let turns = EntrySet(restoration.turns.lazy.map(\.entry))
        shuffled?.removeFromCycle(dropped)
        shuffled?.removeFromHistory(dropped)
        shuffled?.removeFromCycle(turns)
        shuffled?.put(restoration)
        shuffled?.add(returning.filter { !turns.contains($0) }, using: &generator)
    }

    /// The music was of entries that are gone: the remembered entry is current, as far and in the state it was.
    private mutating func takePlace(_ restoration: Restoration, _ turn: inout Turn) {
        let place = restoration.place
        guard let entry = place.entry, queue.contains(entry) else { return standEmpty(&turn) }
        failures = 0
        move(to: entry, Arrival(place.state), start: place.position, leaving: nil, &turn)
        if shuffled != nil, restoration.history == nil { shuffled?.arrive(at: entry) }
    }

    private mutating func restoreHistory(_ restoration: Restoration) {
        guard let history = restoration.history, current == restoration.place.entry, shuffled != nil else { return }
        let entries = history.entries.filter(queue.contains)
        shuffled?.history = entries
        shuffled?.back = min(max(history.back, 0), max(entries.count - 1, 0))
    }
}
