/// How many files of the library are new, others, or gone.
public struct LibraryChanges: Equatable, Sendable {
    /// New ones.
    public var added = 0
    /// Those of another size or time.
    public var changed = 0
    /// Those that are gone.
    public var removed = 0

    /// So many files.
    public init(added: Int = 0, changed: Int = 0, removed: Int = 0) {
        self.added = added
        self.changed = changed
        self.removed = removed
    }
}
