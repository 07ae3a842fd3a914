/// A track in the queue.
public struct Entry: Equatable, Sendable {
    /// Its number, by which clients name it.
    public var id: EntryID
    /// What it plays.
    public var track: Track
    /// Why it can't be played, as far as is known; it is tried again at its next turn.
    public var unavailable: String?

    /// Takes its parts.
    public init(id: EntryID, track: Track, unavailable: String? = nil) {
        self.id = id
        self.track = track
        self.unavailable = unavailable
    }
}
