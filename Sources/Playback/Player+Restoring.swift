/// What the daemon tells the player beside the music: tags, marks, and the beginning.
extension Player {
    mutating func read(_ tracks: [EntryID: Track], _ turn: inout Turn) {
        for (entry, track) in tracks where queue.contains(entry) {
            queue.update(entry, to: track)
            turn.changed(entry == current || entry == next ? [.queue, .player] : .queue)
        }
        renewFollower(&turn)
    }

    mutating func renew(_ entry: EntryID, _ uri: String?, heard: Double?, _ turn: inout Turn) {
        guard queue.contains(entry), var track = queue.table[entry] else { return }
        if let uri {
            track.uri = uri
            queue.update(entry, to: track)
        }
        turn.changed(entry == current || entry == next ? [.queue, .player] : .queue)
        if entry == current, ticket != nil {
            load(entry, start: isStarted ? heard ?? start : start, paused: state == .paused, &turn)
        } else if entry == follower?.entry {
            follower = nil
        }
        renewFollower(&turn)
    }

    mutating func mark(_ entry: EntryID, _ reason: String?, _ turn: inout Turn) {
        guard queue.contains(entry), queue.unavailable(entry) != reason else { return }
        queue.mark(entry, unavailable: reason)
        turn.changed(entry == current || entry == next ? [.queue, .player] : .queue)
    }

    mutating func markCrashed(_ entry: EntryID, _ turn: inout Turn) {
        mark(entry, "crashed the player", &turn)
        guard entry == current else { return }
        fault = Fault(reason: .unplayable, message: "crashed the player", entry: entry)
        passedOver.append(entry)
        advance(arrivalInSameState, leaving: .error, &turn)
        settle(&turn)
    }

    /// The engine is new and has nothing; undo begins anew.
    mutating func begin(resume: State, position: Double?, _ turn: inout Turn) {
        forget(undoHistory.removeAll())
        ticket = nil
        follower = nil
        formerFollowers = []
        isStarted = false
        isFlowing = false
        wasHeard = false
        interruption = nil
        sleepsAtEnd = false
        batch = nil
        passedOver = []
        failures = 0
        turn.changed(.player)
        turn.effects.append(.engine(.volume(level: volume, muted: isMuted)))
        if let position, position.isFinite { start = max(position, 0) }
        switch (state, resume) {
        case (.playing, .playing):
            if let current { load(current, start: start, paused: false, &turn) }
        case (.stopped, _), (_, .stopped):
            state = .stopped
            start = 0
        default: state = .paused
        }
        settle(&turn)
    }
}
