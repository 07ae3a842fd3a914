/// The number of a queue entry: counted from 1, never used twice, the same after a restart.
public struct EntryID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number as clients see it.
    public let rawValue: UInt32

    /// Takes a number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// In the order in which they were handed out.
    public static func < (left: EntryID, right: EntryID) -> Bool {
        left.rawValue < right.rawValue
    }
}
