/// How the current entry changes: the one place for commands, failures, ends and edits alike.
extension Player {
    /// How the player arrives at an entry.
    enum Arrival {
        case playing, paused, stopped
        /// The engine played it as a follower, and it is heard.
        case heard(Ticket)

        init(_ state: State) {
            switch state {
            case .stopped: self = .stopped
            case .playing: self = .playing
            case .paused: self = .paused
            }
        }
    }

    var arrivalInSameState: Arrival { Arrival(state) }

    /// Leaves the current entry for another one, or for itself from the start.
    ///
    /// The shuffled order must know of the arrival already. With `how` nil, nothing is said about the entry that is
    /// left, and it isn't consumed.
    mutating func move(
        to entry: EntryID, _ arrival: Arrival, start: Double = 0, leaving how: Ending?, heard: Double? = nil,
        _ turn: inout Turn
    ) {
        let left = current
        let leftIndex = index
        index = entry == left ? index : place(of: entry)
        current = entry
        if let left, let how { leave(left, at: leftIndex, how, heard: heard, &turn) }
        passedOver = []
        liveTitle = nil
        wasHeard = false
        switch arrival {
        case .playing: load(entry, start: start, paused: false, &turn)
        case .paused: load(entry, start: start, paused: true, &turn)
        case .stopped: unload(&turn)
        case .heard(let ticket):
            self.ticket = ticket
            self.start = 0
            isStarted = true
            isFlowing = true
            wasHeard = true
        }
        turn.changed(.player)
    }

    /// Says that an entry was left, and consumes it if that is the mode.
    private mutating func leave(
        _ left: EntryID, at leftIndex: Int?, _ how: Ending, heard: Double?, _ turn: inout Turn
    ) {
        report(left, how, heard: heard, &turn)
        guard consumes, state != .stopped, how == .end || how == .next, left != current else { return }
        remove(consumed: left, at: leftIndex, &turn)
    }

    func report(_ left: EntryID, _ how: Ending, heard: Double?, _ turn: inout Turn) {
        guard wasHeard || how == .error, let entry = queue.entry(left) else { return }
        turn.effects.append(.played(entry, heard: how == .end ? entry.track.duration ?? heard : heard, how: how))
    }

    private mutating func remove(consumed left: EntryID, at leftIndex: Int?, _ turn: inout Turn) {
        guard let leftIndex, queue.order.indices.contains(leftIndex), queue.order[leftIndex] == left else { return }
        queue.removeEntry(at: leftIndex)
        queue.setQueued(CollectionOfOne(left), false)
        queue.forget(CollectionOfOne(left))
        let only = EntrySet(CollectionOfOne(left))
        shuffled?.removeFromCycle(only)
        shuffled?.removeFromHistory(only)
        if let index, leftIndex < index { self.index = index - 1 }
        turn.changed(.queue)
    }

    /// Goes on to what follows; at the end of the queue the first entry is current, stopped.
    mutating func advance(
        _ arrival: Arrival, leaving how: Ending?, heard: Double? = nil, repeatingOne: Bool = false, _ turn: inout Turn
    ) {
        let target = repeatingOne ? next : following
        guard let target else { return finishQueue(leaving: how, heard: heard, &turn) }
        if target != current || modes.repeat != .one || !repeatingOne { shuffled?.arrive(at: target) }
        move(to: target, arrival, leaving: how, heard: heard, &turn)
    }

    /// The end of the queue: back to the first entry, stopped.
    private mutating func finishQueue(leaving how: Ending?, heard: Double?, _ turn: inout Turn) {
        if let current, let how {
            report(current, how, heard: heard, &turn)
            if consumes, state != .stopped, how == .end || how == .next {
                remove(consumed: current, at: index, &turn)
            }
        }
        standAtFirst(&turn)
    }

    /// The first entry of the order is current, stopped; nothing is when the queue is empty.
    mutating func standAtFirst(_ turn: inout Turn) {
        shuffled?.forgetForward()
        shuffled?.renewIfExhausted(current: current, using: &generator)
        guard let first = shuffled.map(\.next) ?? queue.order.first else { return standEmpty(&turn) }
        shuffled?.arrive(at: first)
        move(to: first, .stopped, leaving: nil, &turn)
    }

    /// Nothing is current, and nothing plays.
    mutating func standEmpty(_ turn: inout Turn) {
        unload(&turn)
        current = nil
        index = nil
        liveTitle = nil
        wasHeard = false
        passedOver = []
        turn.changed(.player)
    }

    /// Orders the engine to play an entry, or to stand ready at it.
    mutating func load(_ entry: EntryID, start: Double = 0, paused: Bool, _ turn: inout Turn) {
        guard let cue = cue(entry, start: start) else { return }
        ticket = cue.ticket
        follower = nil
        formerFollowers = []
        self.start = cue.start
        isStarted = false
        isFlowing = false
        interruption = nil
        // What was wrong with another track is no concern of this one, unless it is why this one plays.
        if turn.isCommand, !isOutputMissing { fault = nil }
        state = paused ? .paused : .playing
        turn.effects.append(.engine(.play(cue, paused: paused)))
        turn.changed(.player)
    }

    /// Stops the engine, if it has anything to stop.
    mutating func unload(_ turn: inout Turn) {
        if ticket != nil { turn.effects.append(.engine(.stop)) }
        ticket = nil
        follower = nil
        formerFollowers = []
        start = 0
        isStarted = false
        isFlowing = false
        interruption = nil
        state = .stopped
        turn.changed(.player)
    }

    /// The current track is over: what its end means depends on the modes.
    mutating func finishTrack(_ turn: inout Turn) {
        if modes.stopAfterCurrent {
            modes.stopAfterCurrent = false
            turn.changed(.modes)
            advance(.stopped, leaving: .end, repeatingOne: true, &turn)
        } else if sleepsAtEnd {
            sleepsAtEnd = false
            advance(.paused, leaving: .end, repeatingOne: true, &turn)
        } else {
            advance(state == .paused ? .paused : .playing, leaving: .end, repeatingOne: true, &turn)
        }
    }
}
