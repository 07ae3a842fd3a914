import Playback

/// Where the player is in which track, as far as it takes to know a jump from music that goes on.
struct Place: Equatable {
    let entry: EntryID?
    let state: Player.State
    /// The order under which the engine has the track.
    let ticket: Ticket?
    /// Where that order began, in seconds.
    let start: Double

    init(_ player: Player) {
        entry = player.current
        state = player.state
        ticket = player.ticket
        start = player.start
    }

    /// Whether the position is another one than clients that saw the former place expect.
    func isJump(from former: Place) -> Bool {
        guard state != .stopped, entry != nil else { return false }
        // Clients expect a track to begin at its start.
        guard entry == former.entry, former.state != .stopped else { return start > 0 }
        return start != former.start || (former.ticket != nil && ticket != former.ticket)
    }
}
