/// The control thread as an actor: everything that decides happens on it, one piece at a time.
///
/// Its executor is the event loop; see `EventLoop.run`.
@globalActor
public actor ControlActor {
    /// The one control thread.
    public static let shared = ControlActor()

    nonisolated let executor = ControlExecutor()

    /// Runs jobs on the thread that called `EventLoop.run`.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Enters the actor from a C callback that is known to run on the control thread; traps on any other.
    @available(*, noasync)
    public static func assumeIsolated<Result: Sendable, Failure: Error>(
        _ operation: @ControlActor () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        shared.executor.checkIsolated()
        return try withoutActuallyEscaping(operation) { escaping throws(Failure) in
            // The isolation in the type is what was checked above; without it the closure can simply be called.
            try unsafeBitCast(escaping, to: (() throws(Failure) -> Result).self)()
        }
    }

    /// Starts a task whose every part runs on the control thread, even what is bound to no actor.
    ///
    /// All tasks begin here: one made in another way could reach the default executor and its waking thread.
    @discardableResult
    public static func start<Result: Sendable>(
        _ operation: sending @escaping @ControlActor () async throws -> Result
    ) -> Task<Result, any Error> {
        Task(executorPreference: shared.executor) { try await operation() }
    }
}
