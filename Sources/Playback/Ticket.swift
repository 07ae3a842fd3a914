/// The number of one order to the engine to play something; each new order has a higher one.
///
/// The engine's reports name the ticket they speak of, so that a report that crossed a newer order on its way is known
/// to be late. The player counts them itself; they are part of its state.
public struct Ticket: RawRepresentable, Hashable, Comparable, Sendable {
    /// Counted from 1; a later order has a higher one.
    public let rawValue: UInt32

    /// Takes a number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// In the order in which they were handed out.
    public static func < (left: Ticket, right: Ticket) -> Bool {
        left.rawValue < right.rawValue
    }
}
