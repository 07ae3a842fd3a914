import Synchronization

/// Tells work on another thread that nobody waits for its result any more.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// Not cancelled yet.
    public init() {}

    /// Whether to stop: long work asks between its steps.
    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Throws `CancellationError` when it is time to stop.
    public func check() throws(CancellationError) {
        if isCancelled { throw CancellationError() }
    }

    /// Asks the work to stop.
    public func cancel() {
        flag.store(true, ordering: .relaxed)
    }
}
