/// The number of a queue entry: counted from 1, never used twice, the same after a restart.
public struct EntryID: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static func < (left: EntryID, right: EntryID) -> Bool {
        left.rawValue < right.rawValue
    }
}
