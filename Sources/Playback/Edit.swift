/// A change of the queue that can be undone.
public enum Edit: Equatable, Sendable {
    case add(Addition)
    case remove([EntryID])
    /// In the order given. An index is where the first of them will be.
    case move([EntryID], to: Destination)
    /// Empties the queue and leaves the mood; with `keepCurrent`, the music goes on.
    case clear(keepCurrent: Bool)
    /// Brings the queue itself into a random order, the current entry first.
    case shuffle
    case sort(SortKey, descending: Bool)
    /// The tracks replace the queue and play.
    case setMood(Mood, [Track])
    /// The queue stays as it is.
    case leaveMood
    /// What an undo does; it stands in the log in place of the undo.
    case restore(Restoration)
}

/// Tracks to be added to the queue, in one step.
public struct Addition: Equatable, Sendable {
    /// In the order in which they are to stand.
    public var tracks: [Track]
    /// Where the first of them goes.
    public var destination: Destination
    /// Plays the first of them at once.
    public var plays: Bool
    /// The former queue and the mood are left.
    public var replaces: Bool
    /// Additions one after another with the same word are one step of undo and stand one behind the other; the first
    /// of them replaces and plays, if that is asked.
    public var batch: String?

    /// Goes to the end, and leaves the rest as it is, unless told otherwise.
    public init(
        _ tracks: [Track], at destination: Destination = .end, plays: Bool = false, replaces: Bool = false,
        batch: String? = nil
    ) {
        self.tracks = tracks
        self.destination = destination
        self.plays = plays
        self.replaces = replaces
        self.batch = batch
    }
}

/// A place in the queue, resolved when the edit is carried out.
public enum Destination: Equatable, Sendable {
    /// Counted from 0, clamped.
    case index(Int)
    /// Directly after the current entry, in shuffle as well.
    case next
    /// The end; while a mood is set, after what was added by hand, ahead of the mood's own tracks.
    case end
}

/// What the queue can be sorted by; what is unknown comes last.
public enum SortKey: String, CaseIterable, Sendable {
    case title, artist, album, path, duration
}
