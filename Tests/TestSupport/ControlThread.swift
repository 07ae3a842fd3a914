import EventLoop
import Glibc

/// The control thread of a test process, which all its tests share.
public enum ControlThread {
    /// Started at first use; it runs until the process ends.
    public static let loop: EventLoop = {
        let started = Lock<EventLoop?>(nil)
        let argument = Unmanaged.passRetained(started)
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { argument in
                let started = Unmanaged<Lock<EventLoop?>>.fromOpaque(argument!).takeRetainedValue()
                _ = try! EventLoop.run(blocking: []) { loop in
                    started.withLock { $0 = loop }
                    started.wakeAll()
                }
                return nil
            }, argument.toOpaque())
        return started.wait { $0 }
    }()

    /// Runs a test's body on the control thread.
    @discardableResult
    public static func run<Result: Sendable>(
        _ body: @ControlActor (EventLoop) async throws -> Result
    ) async rethrows -> Result {
        try await body(loop)
    }
}
