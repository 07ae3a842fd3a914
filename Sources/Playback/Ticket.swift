/// The number of one order to the engine to play something; each new order has a higher one.
///
/// The engine's reports name the ticket they speak of, so that a report that crossed a newer order on its way is known
/// to be late. The player counts them itself; they are part of its state.
public struct Ticket: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static func < (left: Ticket, right: Ticket) -> Bool {
        left.rawValue < right.rawValue
    }
}
