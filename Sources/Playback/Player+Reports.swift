/// What the engine tells the player. Reports that an order crossed on its way are known by their ticket.
extension Player {
    mutating func handle(_ report: EngineReport, _ turn: inout Turn) {
        switch report {
        case .written(let ticket):
            if ticket == self.ticket { flows(&turn) }
        case .started(let ticket): started(ticket, &turn)
        case .ended(let ticket):
            guard ticket == self.ticket else { return }
            finishTrack(&turn)
            settle(&turn)
        case .failed(let ticket, let failure):
            if ticket == self.ticket {
                failed(failure, &turn)
            } else if ticket == follower?.ticket {
                followerFailed(failure, &turn)
            }
        case .stalled(let ticket, let cause): if ticket == self.ticket { stalled(cause, &turn) }
        case .duration(let ticket, let seconds): corrected(ticket, duration: seconds, &turn)
        case .title(let ticket, let title):
            let title = title.isEmpty ? nil : title
            guard ticket == self.ticket, title != liveTitle else { return }
            liveTitle = title
            turn.topics.insert(.player)
        case .station(let ticket, let name): isStation(ticket, name, &turn)
        case .tags(let ticket, let tags): tagged(ticket, tags, &turn)
        case .buffered(let ticket): if ticket == self.ticket { turn.topics.insert(.player) }
        case .volume(let level, let muted, _):
            _ = adoptVolume(min(max(level, 0), 100), muted: muted, &turn)
        case .output(let status): outputChanged(status, &turn)
        case .corked(let isCorked): interrupt(.call, begins: isCorked, &turn)
        // Nor does the end of a call bring it back: there is nothing in the ears any longer. After a sleep somebody
        // looks whether it was plugged in again.
        case .unplugged: if interruption != .sleep { handle(.pause, &turn) }
        }
    }

    /// From the command until the first sample is written, and while the engine waits for network or sound server.
    public var isStalled: Bool { state == .playing && !isFlowing }

    private mutating func flows(_ turn: inout Turn) {
        guard !isFlowing else { return }
        isFlowing = true
        fault = nil
        turn.topics.insert(.player)
    }

    private mutating func stalled(_ cause: StallCause, _ turn: inout Turn) {
        if isFlowing {
            isFlowing = false
            turn.topics.insert(.player)
        }
        switch cause {
        case .waiting: break
        case .source(let message): warn(Fault(reason: .unplayable, message: message, entry: current), &turn)
        case .output(let message): warn(Fault(reason: .outputUnavailable, message: message, entry: current), &turn)
        }
    }

    /// Tells of what holds the sound up; it goes with the stall.
    private mutating func warn(_ fault: Fault, _ turn: inout Turn) {
        // Without a sound server nothing else is of interest.
        guard isStalled, fault != self.fault, fault.reason == .outputUnavailable || !isOutputMissing else { return }
        self.fault = fault
        turn.effects.append(.fault(fault))
        turn.topics.insert(.player)
    }

    private mutating func started(_ ticket: Ticket, _ turn: inout Turn) {
        guard let loaded = self.ticket else { return }
        if ticket == loaded {
            flows(&turn)
            wasHeard = true
            guard !isStarted || failures > 0 else { return }
            isStarted = true
            succeeded(&turn)
            turn.changed(.player)
        } else if let heard = ticket == follower?.ticket
            ? follower : formerFollowers.first(where: { $0.ticket == ticket }),
            ticket > loaded
        {
            arrive(atFollower: heard, &turn)
        }
    }

    /// The engine went from the current track to the one it was told to play next: the former has ended.
    private mutating func arrive(atFollower heard: Follower, _ turn: inout Turn) {
        let isReplaced = heard != follower
        formerFollowers.removeAll { $0.ticket <= heard.ticket }
        if !isReplaced { follower = nil }
        guard queue.contains(heard.entry) else {
            finishTrack(&turn)
            return settle(&turn)
        }
        if heard.entry != current { shuffled?.arrive(at: heard.entry) }
        fault = nil
        move(to: heard.entry, .heard(heard.ticket), leaving: .end, &turn)
        succeeded(&turn)
        settle(&turn)
    }

    /// What is heard can be played, whatever was thought of it.
    private mutating func succeeded(_ turn: inout Turn) {
        failures = 0
        guard let current, queue.unavailable(current) != nil else { return }
        queue.mark(current, unavailable: nil)
        turn.changed(.queue)
    }

    // MARK: Failures

    private mutating func failed(_ failure: PlaybackFailure, _ turn: inout Turn) {
        guard let current else { return }
        switch failure {
        case .folderMissing(let path):
            report(current, .error, heard: nil, &turn)
            unload(&turn)
            tell(Fault(reason: .notFound, message: "\(path) isn't there (not mounted?)", entry: current), &turn)
        case .unplayable(let reason), .expired(let reason):
            fail(current, reason, &turn)
            guard failures < failureLimit else {
                report(current, .error, heard: nil, &turn)
                return unload(&turn)
            }
            passedOver.append(current)
            advance(state == .paused ? .paused : .playing, leaving: .error, &turn)
            settle(&turn)
        }
    }

    private mutating func followerFailed(_ failure: PlaybackFailure, _ turn: inout Turn) {
        guard let entry = follower?.entry else { return }
        switch failure {
        case .folderMissing: return
        case .unplayable(let reason), .expired(let reason): fail(entry, reason, &turn)
        }
        guard failures < failureLimit else { return }
        passedOver.append(entry)
        if entry != current { shuffled?.pass(over: entry, current: current, using: &generator) }
        renewFollower(&turn)
    }

    /// After so many failures in a row the player stops.
    private var failureLimit: Int { min(queue.count, 20) }

    private mutating func fail(_ entry: EntryID, _ reason: String, _ turn: inout Turn) {
        failures += 1
        if queue.unavailable(entry) != reason {
            queue.mark(entry, unavailable: reason)
            turn.changed(.queue)
        }
        tell(Fault(reason: .unplayable, message: reason, entry: entry), &turn)
    }

    private mutating func tell(_ fault: Fault, _ turn: inout Turn) {
        self.fault = fault
        turn.effects.append(.fault(fault))
        turn.changed(.player)
    }

    // MARK: The rest

    private func entry(of ticket: Ticket) -> EntryID? {
        ticket == self.ticket ? current : ticket == follower?.ticket ? follower?.entry : nil
    }

    /// What was taken for a track is a live stream.
    private mutating func isStation(_ ticket: Ticket, _ name: String?, _ turn: inout Turn) {
        guard let entry = entry(of: ticket), let track = queue.table[entry] else { return }
        var station = track
        station.isLive = true
        station.duration = nil
        station.title = track.title ?? name
        guard station != track else { return }
        queue.update(entry, to: station)
        turn.changed([.player, .queue])
    }

    /// A track says of itself what nobody had said of it; a live stream's titles come by another way.
    private mutating func tagged(_ ticket: Ticket, _ tags: Track, _ turn: inout Turn) {
        guard let entry = entry(of: ticket), let track = queue.table[entry], !track.isLive else { return }
        let tagged = track.filled(from: tags)
        guard tagged != track else { return }
        queue.update(entry, to: tagged)
        turn.changed([.player, .queue])
    }

    private mutating func corrected(_ ticket: Ticket, duration: Double?, _ turn: inout Turn) {
        guard let entry = entry(of: ticket), var track = queue.table[entry], track.duration != duration else { return }
        track.duration = duration
        queue.update(entry, to: track)
        turn.changed([.player, .queue])
    }

    private mutating func outputChanged(_ status: OutputStatus, _ turn: inout Turn) {
        guard status != output else { return }
        output = status
        turn.topics.formUnion([.output, .player])
        guard isOutputMissing, state == .playing else { return }
        stalled(.output(status.fault ?? "the sound server doesn't answer"), &turn)
    }

    var isOutputMissing: Bool { output?.state == .unavailable }

    /// Pauses until the interruption is over, unless somebody pauses or plays meanwhile.
    mutating func interrupt(_ interruption: Interruption, begins: Bool, _ turn: inout Turn) {
        if begins, state == .playing {
            handle(.pause, &turn)
            self.interruption = interruption
        } else if !begins, self.interruption == interruption {
            handle(.play(nil), &turn)
        }
    }
}
