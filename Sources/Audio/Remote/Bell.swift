import EventLoop

/// What rings when bytes have arrived; who answers it can change.
final class Bell: Sendable {
    private let answer: Lock<@Sendable () -> Void>

    init(_ answer: @escaping @Sendable () -> Void) {
        self.answer = Lock(answer)
    }

    /// Called on the network thread.
    func ring() {
        answer.withLock { $0 }()
    }

    func redirect(to answer: @escaping @Sendable () -> Void) {
        self.answer.withLock { $0 = answer }
    }
}
