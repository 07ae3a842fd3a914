/// A track in the queue.
public struct Entry: Equatable, Sendable {
    public var id: EntryID
    public var track: Track
    /// Why it can't be played, as far as is known; it is tried again at its next turn.
    public var unavailable: String?

    public init(id: EntryID, track: Track, unavailable: String? = nil) {
        self.id = id
        self.track = track
        self.unavailable = unavailable
    }
}
