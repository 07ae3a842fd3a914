/// Everything that can happen to the player: what somebody asks of it, and what the engine tells it.
public enum Event: Equatable, Sendable {
    case command(Command)
    case report(EngineReport)
}

/// What can be asked of the player.
///
/// `heard` is the position that is heard at that moment, in seconds, which only the engine's timeline knows; nil when
/// it isn't known.
public enum Command: Equatable, Sendable {
    /// That entry from its start; nil: go on, or the current entry from its start when stopped.
    case play(EntryID?)
    case pause
    case toggle
    case stop
    case next
    case previous(heard: Double?)
    /// Any entry but the current one.
    case random
    /// `next` and `previous` that keep the state, as MPRIS wants; positive is forward.
    case step(Int)
    case seek(Seek, heard: Double?)

    /// Only what isn't nil changes.
    case modes(repeat: Modes.Repeat?, shuffle: Bool?, consume: Bool?, stopAfterCurrent: Bool?)
    /// 0...100, clamped; one that raises the volume unmutes.
    case volume(Int)
    /// Added to the volume, the sum clamped; one that raises it unmutes.
    case changeVolume(Int)
    /// nil toggles.
    case mute(Bool?)

    case edit(Edit, heard: Double?)
    case undo
    /// More tracks of the mood that is set, appended; not an edit, but undoing the mood takes them back, too.
    case refill([Track])
    /// Tags that were read later; entries that are gone by now are passed over.
    case tracksRead([EntryID: Track])
    /// An entry is to be had at another address: the engine is told of it anew, at the place where it was. nil is the
    /// address that stands there: logs don't hold addresses that may be signed.
    case renew(EntryID, uri: String?, heard: Double?)
    /// Marks an entry with the reason why it can't be played; nil takes the mark away.
    case mark(EntryID, unavailable: String?)

    /// The time to sleep has come: pauses at once, or at the end of the track.
    case sleepElapsed(finishTrack: Bool)
    /// No longer pauses at the end of the track.
    case sleepCancelled
    /// Begins to fade out, ahead of `sleepElapsed`.
    case fadeOut(seconds: Double)
    /// The machine is about to sleep: pauses until the same with false comes, unless somebody pauses or plays meanwhile.
    case interrupt(Bool)

    /// The configuration's share, at start and when it is loaded anew.
    case configure(Player.Options)
    /// The daemon is about to begin after snapshot and log were read: nothing is loaded in the engine. What was playing
    /// goes on no further than `resume` says; what was paused or stopped stays so. The position counts if it speaks of
    /// the current entry.
    case restored(resume: Player.State, position: Double?, of: EntryID?)
    /// The daemon crashed twice while it played this entry: it becomes unavailable, and what follows is current. It comes
    /// before `restored`; of its effects only the record counts.
    case markCrashed(EntryID)
}

/// Where to go in the current track.
public enum Seek: Equatable, Sendable {
    /// Seconds from its start.
    case absolute(Double)
    /// Seconds from what is heard, or from where the last seek asked to go.
    case offset(Double)
    /// 0...1 of its duration.
    case fraction(Double)
}
