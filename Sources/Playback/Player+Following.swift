/// What comes next.
extension Player {
    /// The entry that comes after the current one when that ends, as status shows it.
    ///
    /// After `stopAfterCurrent` it is
    /// current, but doesn't play. nil at the end of the queue.
    public var next: EntryID? {
        modes.repeat == .one && current != nil && !passedOver.contains { $0 == current } ? current : following
    }

    /// How many entries the current cycle still has after the current one; at its end, those of the next one.
    public var upcomingCount: Int {
        if let shuffled { return shuffled.upcomingCount }
        return linearUpcoming.count
    }

    /// A part of the entries to come, in the order they play: the rest of the cycle, or at its end the next one.
    public func upcoming(offset: Int, limit: Int) -> [EntryID] {
        let first = min(max(offset, 0), upcomingCount)
        let range = first..<first + min(max(limit, 0), upcomingCount - first)
        if let shuffled { return shuffled.upcoming(range) }
        return Array(queue.order[linearUpcoming].dropFirst(first).prefix(range.count))
    }

    private var linearUpcoming: Range<Int> {
        let rest = (index.map { $0 + 1 } ?? 0)..<queue.count
        return rest.isEmpty && modes.repeat == .all && !(consumes && queue.count == 1) ? 0..<queue.count : rest
    }

    /// Whether an entry that was played or left is removed.
    var consumes: Bool { modes.consume && modes.repeat != .one }

    /// What `next` goes to: the same as `next` without regard to repeating one.
    var following: EntryID? {
        let candidate = shuffled.map(\.next) ?? linearFollowing
        return candidate == current && consumes ? nil : candidate
    }

    private var linearFollowing: EntryID? {
        let order = queue.order
        let after = index.map { $0 + 1 } ?? 0
        if after < order.count, passedOver.isEmpty { return order[after] }
        if let next = order[min(after, order.count)...].first(where: { !passedOver.contains($0) }) { return next }
        guard modes.repeat == .all else { return nil }
        return order[..<min(after, order.count)].first { !passedOver.contains($0) }
    }

    /// The place of an entry that most likely stands near the current one.
    func place(of entry: EntryID) -> Int? {
        if let index {
            for near in [index + 1, index, index - 1] where queue.order.indices.contains(near) {
                if queue.order[near] == entry { return near }
            }
        }
        return queue.index(of: entry)
    }

    /// Whether the end of the current track is followed by silence, whatever stands next.
    var endsInSilence: Bool { modes.stopAfterCurrent || sleepsAtEnd }

    /// Draws what has to be drawn, and tells the engine what follows, if that is another entry than it knows.
    mutating func renewFollower(_ turn: inout Turn) {
        if modes.repeat == .all {
            shuffled?.renewIfExhausted(current: current, using: &generator)
            shuffled?.keepSeamApart(current: current, using: &generator)
        }
        guard let ticket else {
            follower = nil
            formerFollowers = []
            return
        }
        let wanted = endsInSilence ? nil : next
        guard wanted != follower?.entry || wanted.flatMap(queue.table.uri) != follower?.uri else { return }
        if let follower {
            formerFollowers.removeAll { $0.ticket < ticket }
            formerFollowers = formerFollowers.suffix(15) + [follower]
        }
        var cue: Cue? = if let wanted { self.cue(wanted) } else { nil }
        if let wanted, let track = queue.table[wanted], let former = current.flatMap({ queue.table[$0] }) {
            cue?.isSequel = track.follows(former)
        }
        follower = cue.map { Follower(ticket: $0.ticket, entry: $0.entry, uri: $0.uri) }
        turn.effects.append(.engine(.follow(cue)))
    }

    /// A new order to the engine.
    mutating func cue(_ entry: EntryID, start: Double = 0) -> Cue? {
        guard let track = queue.table[entry] else { return nil }
        lastTicket &+= 1
        return Cue(
            ticket: Ticket(rawValue: lastTicket), entry: entry, uri: track.uri, start: track.isLive ? 0 : start,
            isLive: track.isLive, caption: track.caption)
    }

    /// Asks the mood's channel for more when its last track but one has come.
    func askForRefill(_ turn: inout Turn) {
        if mood != nil, current != nil, upcomingCount <= 1 { turn.effects.append(.refill) }
    }
}
