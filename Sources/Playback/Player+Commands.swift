/// What can be asked of the player: the rows of its table of states and commands.
extension Player {
    mutating func handle(_ command: Command, _ turn: inout Turn) {
        switch command {
        case .play(nil): play(&turn)
        case .play(let entry?): play(entry, &turn)
        case .pause: pause(&turn)
        case .toggle: state == .playing ? pause(&turn) : play(&turn)
        case .stop: stop(&turn)
        case .next: skip(.playing, &turn)
        case .previous(let heard): goBack(.playing, heard: heard, &turn)
        case .random: playRandom(&turn)
        case .step(let direction): step(direction, &turn)
        case .seek(let seek, let heard): self.seek(seek, heard: heard, &turn)
        case .modes(let again, let shuffle, let consume, let stopAfterCurrent):
            setModes(again, shuffle, consume, stopAfterCurrent, &turn)
        case .volume(let level): setVolume(level, &turn)
        case .changeVolume(let change): changeVolume(change, &turn)
        case .mute(let isMuted): mute(isMuted ?? !self.isMuted, &turn)
        case .edit(let edit, let heard): apply(edit, heard: heard, &turn)
        case .undo: undo(&turn)
        case .refill(let tracks): refill(tracks, &turn)
        case .tracksRead(let tracks): read(tracks, &turn)
        case .renew(let entry, let uri, let heard): renew(entry, uri, heard: heard, &turn)
        case .mark(let entry, let reason): mark(entry, reason, &turn)
        case .sleepElapsed(let finishTrack): sleep(finishTrack: finishTrack, &turn)
        case .sleepCancelled: setSleepsAtEnd(false, &turn)
        case .fadeOut(let seconds):
            if state == .playing { turn.effects.append(.engine(.fadeOut(seconds: seconds))) }
        case .interrupt(let begins): interrupt(.sleep, begins: begins, &turn)
        case .configure(let options):
            if options != self.options {
                self.options = options
                turn.changed([])
            }
        case .restored(let resume, let position, let entry):
            begin(resume: resume, position: entry == current ? position : nil, &turn)
        case .markCrashed(let entry): markCrashed(entry, &turn)
        }
    }

    /// Says so and answers true if there is nothing to play.
    private func refusesEmpty(_ turn: inout Turn) -> Bool {
        guard queue.isEmpty else { return false }
        turn.refuse(.noMusic, "the queue is empty")
        return true
    }

    private mutating func play(_ turn: inout Turn) {
        guard !refusesEmpty(&turn), state != .playing else { return }
        interruption = nil
        if state == .paused, let current {
            if ticket == nil {
                load(current, start: start, paused: false, &turn)
                renewFollower(&turn)
            } else {
                state = .playing
                turn.effects.append(.engine(.resume))
                turn.changed(.player)
            }
        } else if let current {
            failures = 0
            move(to: current, .playing, leaving: nil, &turn)
            renewFollower(&turn)
        } else {
            skip(.playing, &turn)
        }
    }

    private mutating func play(_ entry: EntryID, _ turn: inout Turn) {
        guard queue.contains(entry) else {
            return turn.refuse(.noSuchEntry, "no entry with id \(entry.rawValue): the queue has \(queue.count)")
        }
        failures = 0
        if entry != current { shuffled?.arrive(at: entry) }
        move(to: entry, .playing, leaving: .next, &turn)
        settle(&turn)
    }

    private mutating func pause(_ turn: inout Turn) {
        if interruption != nil {
            interruption = nil
            turn.changed([])
        }
        guard state == .playing else { return }
        state = .paused
        turn.effects.append(.engine(.pause))
        turn.changed(.player)
    }

    private mutating func stop(_ turn: inout Turn) {
        guard state != .stopped, let current else { return }
        report(current, .stop, heard: nil, &turn)
        wasHeard = false
        liveTitle = nil
        unload(&turn)
    }

    private mutating func skip(_ arrival: Arrival, _ turn: inout Turn) {
        guard !refusesEmpty(&turn) else { return }
        failures = 0
        advance(arrival, leaving: .next, &turn)
        settle(&turn)
    }

    private mutating func goBack(_ arrival: Arrival, heard: Double?, _ turn: inout Turn) {
        guard !refusesEmpty(&turn) else { return }
        failures = 0
        var target = current
        let restarts = options.previousRestartsAfter.map { (heard ?? 0) > $0 } ?? false
        if !restarts {
            if shuffled != nil {
                target = shuffled?.retreat() ?? current
            } else if let index, index > 0 {
                target = queue.order[index - 1]
            } else if index != nil, modes.repeat == .all {
                target = queue.order.last
            }
        }
        guard let target = target ?? following else { return }
        if current == nil { shuffled?.arrive(at: target) }
        move(to: target, arrival, leaving: .next, heard: heard, &turn)
        settle(&turn)
    }

    private mutating func playRandom(_ turn: inout Turn) {
        guard !refusesEmpty(&turn) else { return }
        failures = 0
        var place = generator.number(below: index == nil ? queue.count : queue.count - 1)
        if let index, queue.count > 1, place >= index { place += 1 }
        let target = queue.order[place]
        if target != current { shuffled?.arrive(at: target) }
        move(to: target, .playing, leaving: .next, &turn)
        settle(&turn)
    }

    private mutating func step(_ direction: Int, _ turn: inout Turn) {
        if direction > 0 {
            skip(arrivalInSameState, &turn)
        } else if direction < 0 {
            goBack(arrivalInSameState, heard: nil, &turn)
        }
    }

    private mutating func setModes(
        _ again: Modes.Repeat?, _ shuffle: Bool?, _ consume: Bool?, _ stopAfterCurrent: Bool?, _ turn: inout Turn
    ) {
        let former = modes
        modes.repeat = again ?? modes.repeat
        modes.shuffle = shuffle ?? modes.shuffle
        modes.consume = consume ?? modes.consume
        modes.stopAfterCurrent = stopAfterCurrent ?? modes.stopAfterCurrent
        guard modes != former else { return }
        if modes.shuffle != former.shuffle {
            shuffled =
                modes.shuffle ? PlayOrder(of: queue.order, current: current, using: &generator) : nil
            passedOver = []
        }
        if modes.repeat != .all { shuffled?.withdrawFreshCycle() }
        turn.changed([.modes, .player])
        renewFollower(&turn)
        askForRefill(&turn)
    }

    /// What every change of the current entry or of the queue ends with.
    mutating func settle(_ turn: inout Turn) {
        renewFollower(&turn)
        askForRefill(&turn)
    }
}
