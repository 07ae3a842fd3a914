/// Editing the queue. Every edit leaves its inverse with undo.
extension Player {
    mutating func apply(_ edit: Edit, heard: Double?, _ turn: inout Turn) {
        switch edit {
        case .add(let addition): add(addition, heard: heard, &turn)
        case .remove(let entries): remove(entries, heard: heard, &turn)
        case .move(let entries, let destination): move(entries, to: destination, heard: heard, &turn)
        case .clear(let keepCurrent): clear(keepCurrent: keepCurrent, heard: heard, &turn)
        case .shuffle: reorder(shuffledOrder(), heard: heard, &turn)
        case .sort(let key, let descending):
            reorder(queue.sorted(by: key, descending: descending), heard: heard, &turn)
        case .setMood(let mood, let tracks): set(mood, tracks, heard: heard, &turn)
        case .leaveMood:
            guard mood != nil else { return }
            remember(newStep(heard: heard))
            mood = nil
            turn.changed([.mood, .player])
        case .restore(let restoration): restore(restoration, &turn)
        }
    }

    // MARK: Adding

    private mutating func add(_ addition: Addition, heard: Double?, _ turn: inout Turn) {
        guard !addition.tracks.isEmpty else { return turn.refuse(.noMusic, "there is nothing to add") }
        guard let numbers = queue.numbers(for: addition.tracks.count) else {
            return turn.refuse(.limitReached, "there are no more numbers for new entries")
        }
        let begun = addition.batch == nil || addition.batch != batch?.word ? nil : batch
        if begun == nil || undoHistory.steps.last?.batch != addition.batch {
            var step = newStep(heard: heard)
            step.batch = addition.batch
            if addition.replaces, begun == nil {
                takeAll(into: &step, &turn)
                if !addition.plays { standEmpty(&turn) }
            }
            remember(step)
        }
        insert(addition.tracks, as: numbers, at: addition.destination, after: begun?.last)
        let added = numbers.lazy.map(EntryID.init(rawValue:))
        undoHistory.join(added)
        batch = addition.batch.flatMap { word in added.last.map { Batch(word: word, last: $0) } }
        turn.effects.append(.added(first: EntryID(rawValue: numbers.lowerBound), count: numbers.count))
        turn.changed([.queue, .player])
        if addition.plays, begun == nil, let first = added.first {
            failures = 0
            shuffled?.arrive(at: first)
            move(to: first, .playing, leaving: .next, &turn)
        }
        settle(&turn)
    }

    /// Puts new tracks into the queue and the shuffled order.
    ///
    /// `formerly` is the last entry that the same batch added, behind which those at `next` belong.
    private mutating func insert(
        _ tracks: [Track], as numbers: Range<UInt32>, at destination: Destination, after formerly: EntryID?
    ) {
        let entries = numbers.lazy.map(EntryID.init(rawValue:))
        let former = formerly.flatMap { queue.index(of: $0) }
        let place: Int
        switch destination {
        case .index(let wanted):
            place = former.map { $0 + 1 } ?? min(max(wanted, 0), queue.count)
            shuffled?.add(entries, using: &generator)
        case .next:
            place = (former ?? index).map { $0 + 1 } ?? 0
            let offset = formerly.flatMap { shuffled?.placeAmongInserted($0) }
            shuffled?.insertNext(entries, after: offset.map { $0 + 1 } ?? 0)
        case .end where mood != nil:
            place = endOfHandAdded
            shuffled?.insertNext(entries, after: .max)
        case .end:
            place = queue.count
            shuffled?.add(entries, using: &generator)
        }
        queue.insert(tracks, at: place, as: numbers)
        if let index, place <= index { self.index = index + tracks.count }
    }

    /// Behind those after the current entry that were added by hand.
    private var endOfHandAdded: Int {
        var place = index.map { $0 + 1 } ?? 0
        while place < queue.count, queue.table.mood(of: queue.order[place]) == nil { place += 1 }
        return place
    }

    mutating func refill(_ tracks: [Track], _ turn: inout Turn) {
        guard mood != nil, !tracks.isEmpty, let numbers = queue.numbers(for: tracks.count) else { return }
        shuffled?.add(numbers.lazy.map(EntryID.init(rawValue:)), using: &generator)
        queue.insert(tracks, at: queue.count, as: numbers)
        undoHistory.joinMood(numbers.lazy.map(EntryID.init(rawValue:)))
        turn.effects.append(.added(first: EntryID(rawValue: numbers.lowerBound), count: tracks.count))
        turn.changed([.queue, .player])
        renewFollower(&turn)
    }

    private mutating func set(_ mood: Mood, _ tracks: [Track], heard: Double?, _ turn: inout Turn) {
        guard !tracks.isEmpty, let numbers = queue.numbers(for: tracks.count) else {
            return turn.refuse(.noMusic, "no music for \(mood.name)")
        }
        var step = newStep(heard: heard)
        step.setsMood = true
        takeAll(into: &step, &turn)
        remember(step)
        insert(tracks, as: numbers, at: .end, after: nil)
        undoHistory.join(numbers.lazy.map(EntryID.init(rawValue:)))
        self.mood = mood
        failures = 0
        turn.effects.append(.added(first: EntryID(rawValue: numbers.lowerBound), count: tracks.count))
        turn.changed([.queue, .mood, .player])
        advance(.playing, leaving: nil, &turn)
        settle(&turn)
    }

    // MARK: Removing

    private mutating func remove(_ entries: [EntryID], heard: Double?, _ turn: inout Turn) {
        let known = entries.filter(queue.contains)
        guard !known.isEmpty else {
            return turn.refuse(.noSuchEntry, "none of these entries is in the queue: it has \(queue.count)")
        }
        var step = newStep(heard: heard)
        let count = take(EntrySet(known), into: &step, &turn)
        remember(step)
        turn.effects.append(.removed(count: count))
        settle(&turn)
    }

    private mutating func clear(keepCurrent: Bool, heard: Double?, _ turn: inout Turn) {
        guard queue.count > (keepCurrent && current != nil ? 1 : 0) || mood != nil else { return }
        var step = newStep(heard: heard)
        let count: Int
        if keepCurrent, let current {
            count = take(EntrySet(queue.order.lazy.filter { $0 != current }), into: &step, &turn)
            leaveMood(&turn)
        } else {
            count = queue.count
            takeAll(into: &step, &turn)
            standEmpty(&turn)
        }
        remember(step)
        turn.effects.append(.removed(count: count))
        settle(&turn)
    }

    /// Takes everything out and leaves the mood.
    ///
    /// What plays then, or that nothing does, is the caller's to say.
    private mutating func takeAll(into step: inout UndoHistory.Step, _ turn: inout Turn) {
        leaveMood(&turn)
        guard !queue.isEmpty else { return }
        if let current { leaveForGood(current, &turn) }
        current = nil
        index = nil
        _ = take(EntrySet(queue.order), into: &step, &turn)
    }

    private mutating func leaveMood(_ turn: inout Turn) {
        guard mood != nil else { return }
        mood = nil
        turn.changed([.mood, .player])
    }

    /// Takes entries out of the queue; if the current one is among them, what follows it is current.
    private mutating func take(
        _ entries: EntrySet, into step: inout UndoHistory.Step, _ turn: inout Turn
    ) -> Int {
        note(entries, &step)
        step.returnsEntries = true
        let isCurrentTaken = current.map(entries.contains) ?? false
        let successor = isCurrentTaken ? successor(without: entries) : nil
        if isCurrentTaken, let current { leaveForGood(current, &turn) }
        queue.setQueued(step.restoration.placements.lazy.map(\.entry), false)
        queue.remove(entries)
        shuffled?.removeFromCycle(entries)
        shuffled?.removeFromHistory(entries)
        passedOver.removeAll(where: entries.contains)
        turn.changed([.queue, .player])
        if isCurrentTaken {
            succeed(with: successor, &turn)
        } else {
            index = current.flatMap { queue.index(of: $0) }
        }
        return step.restoration.placements.count
    }

    /// Writes down where entries stand before they are taken.
    private func note(_ entries: EntrySet, _ step: inout UndoHistory.Step) {
        step.restoration.placements = queue.order.placements(of: entries)
        step.size += step.restoration.placements.reduce(0) { $0 + queue.table.size(of: $1.entry) }
        if let shuffled {
            noteTurns(entries, &step)
            step.restoration.history = Restoration.History(entries: shuffled.history, back: shuffled.back)
        }
    }

    private func noteTurns(_ entries: EntrySet, _ step: inout UndoHistory.Step) {
        guard let shuffled else { return }
        step.restoration.turns = shuffled.cycle.placements(of: entries)
        step.restoration.playedTurns = step.restoration.turns.count { $0.place < shuffled.played }
        step.restoration.insertedTurns =
            step.restoration.turns.count { $0.place < shuffled.played + shuffled.inserted }
            - step.restoration.playedTurns
    }

    /// What plays after the current entry once these are gone.
    private func successor(without entries: EntrySet) -> EntryID? {
        guard let index else { return nil }
        let gone: (EntryID) -> Bool = { !entries.contains($0) }
        if let shuffled {
            return shuffled.upcoming(0..<shuffled.upcomingCount).first(where: gone)
        }
        return queue.order[(index + 1)...].first(where: gone)
            ?? (modes.repeat == .all ? queue.order[..<index].first(where: gone) : nil)
    }

    private mutating func leaveForGood(_ current: EntryID, _ turn: inout Turn) {
        report(current, .next, heard: nil, &turn)
        wasHeard = false
    }

    /// The current entry is gone: another one takes its place, in the same state.
    private mutating func succeed(with successor: EntryID?, _ turn: inout Turn) {
        current = nil
        index = nil
        guard let successor else { return standAtFirst(&turn) }
        shuffled?.arrive(at: successor)
        move(to: successor, arrivalInSameState, leaving: nil, &turn)
    }

    // MARK: Order

    private mutating func move(_ entries: [EntryID], to destination: Destination, heard: Double?, _ turn: inout Turn) {
        var moved = entries.filter(queue.contains)
        guard !moved.isEmpty else {
            return turn.refuse(.noSuchEntry, "none of these entries is in the queue: it has \(queue.count)")
        }
        if destination == .next { moved.removeAll { $0 == current } }
        guard !moved.isEmpty else { return }
        let set = EntrySet(moved)
        if set.count < moved.count {
            var seen: Set<EntryID> = []
            moved.removeAll { !seen.insert($0).inserted }
        }
        var step = newStep(heard: heard)
        let run = queue.run(of: moved)
        let placements = run.map { Restoration.placements(of: moved, from: $0) } ?? queue.order.placements(of: set)
        step.restoration.placements = placements
        let place: Int
        switch destination {
        case .index(let wanted): place = min(max(wanted, 0), queue.count - moved.count)
        case .next:
            place =
                current.flatMap { queue.index(of: $0) }.map { at in at + 1 - placements.count { $0.place < at } } ?? 0
            noteTurns(set, &step)
            shuffled?.removeFromCycle(set)
            shuffled?.insertNext(moved)
        case .end: place = queue.count - moved.count
        }
        queue.move(moved, set, from: run, to: place)
        index = current.flatMap { queue.index(of: $0) }
        remember(step)
        turn.changed([.queue, .player])
        settle(&turn)
    }

    private mutating func reorder(_ order: [EntryID], heard: Double?, _ turn: inout Turn) {
        guard queue.count > 1 else { return }
        var step = newStep(heard: heard)
        step.restoration.order = queue.order
        remember(step)
        queue.reorder(order)
        index = current.flatMap { queue.index(of: $0) }
        turn.changed([.queue, .player])
        settle(&turn)
    }

    private mutating func shuffledOrder() -> [EntryID] {
        var order = queue.order
        if let index { order.swapAt(0, index) }
        order.shuffle(from: index == nil ? 0 : 1, using: &generator)
        return order
    }
}
