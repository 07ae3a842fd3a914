import CSystemd
import Glibc

/// The control thread's loop, on sd-event; there is one in a process.
@ControlActor
public final class EventLoop {
    /// For sd-bus, which attaches itself to it.
    public let pointer: OpaquePointer

    private var wakeup: IOSource?
    private var nextTurn: DeferredSource?

    private init() throws(SystemError) {
        var event: OpaquePointer?
        let result = sd_event_new(&event)
        guard result >= 0, let event else { throw SystemError("make an event loop", code: -result) }
        pointer = event
    }

    isolated deinit {
        sd_event_unref(pointer)
    }

    /// Makes the calling thread the control thread and serves it until `exit`.
    ///
    /// Call it before any other thread starts: `signals` are blocked first, so that every thread inherits that and
    /// `signal` can watch them; SIGPIPE is ignored. Under a service manager that asks for it, the watchdog is fed.
    ///
    /// - Parameter start: builds what the loop serves; what it returns is kept until the loop ends.
    /// - Returns: the code given to `exit`.
    /// - Throws: what `start` throws, or `SystemError`, also when the process has a control thread already.
    public nonisolated static func run<Root>(
        blocking signals: [Int32] = [SIGTERM, SIGINT, SIGHUP], _ start: @ControlActor (EventLoop) throws -> Root
    ) throws -> Int32 {
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in signals { sigaddset(&mask, number) }
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        Glibc.signal(SIGPIPE, SIG_IGN)
        guard ControlActor.shared.executor.bind() else {
            throw SystemError("start a second control thread", code: EBUSY)
        }
        return try ControlActor.assumeIsolated {
            let loop = try EventLoop()
            try loop.serveJobs()
            let root = try start(loop)
            return try withExtendedLifetime(root) { try loop.run() }
        }
    }

    private func serveJobs() throws(SystemError) {
        let executor = ControlActor.shared.executor
        guard executor.wakeup >= 0 else { throw SystemError("make an eventfd", code: EMFILE) }
        let nextTurn = try deferred { executor.runJobs() }
        nextTurn.withSource { executor.nextTurn = $0 }
        self.nextTurn = nextTurn
        wakeup = try watch(executor.wakeup, for: .readable) { _ in
            var count: eventfd_t = 0
            eventfd_read(executor.wakeup, &count)
            executor.runJobs()
        }
    }

    private func run() throws(SystemError) -> Int32 {
        sd_event_set_watchdog(pointer, 1)
        let result = sd_event_loop(pointer)
        guard result >= 0 else { throw SystemError("run the event loop", code: -result) }
        return result
    }

    /// Lets `run` return with this code, 0...255, once the handler that runs now is done.
    public func exit(code: Int32 = 0) {
        sd_event_exit(pointer, code)
    }

    /// Calls `handler` whenever one of `events` holds for the descriptor, or it fails.
    public func watch(
        _ descriptor: Int32, for events: IOEvents, _ handler: @escaping @ControlActor (IOEvents) -> Void
    ) throws(SystemError) -> IOSource {
        try IOSource(pointer, descriptor, events, handler)
    }

    /// A timer, not armed yet.
    ///
    /// - Parameter accuracy: how many seconds late it may fire, so that wake-ups can be shared.
    public func timer(
        on clock: TimerSource.Clock = .monotonic, accuracy: Double = 0.25, _ handler: @escaping @ControlActor () -> Void
    ) throws(SystemError) -> TimerSource {
        try TimerSource(pointer, clock, accuracy: accuracy, handler)
    }

    /// Calls `handler` when the process gets a signal that `run` blocked.
    public func signal(
        _ number: Int32, _ handler: @escaping @ControlActor () -> Void
    ) throws(SystemError) -> EventSource {
        let signal = EventSource(handler)
        try signal.adopt("watch signal \(number)") { source in
            sd_event_add_signal(
                pointer, &source, number, { _, _, address in EventSource.call(address) }, signal.address)
        }
        return signal
    }

    /// Work that can be scheduled for the next turn.
    public func deferred(_ handler: @escaping @ControlActor () -> Void) throws(SystemError) -> DeferredSource {
        try DeferredSource(pointer, handler)
    }

    /// Calls `handler` after each turn in which something else happened; it never wakes the loop.
    public func post(_ handler: @escaping @ControlActor () -> Void) throws(SystemError) -> EventSource {
        let post = EventSource(handler)
        try post.adopt("watch the loop's turns") { source in
            sd_event_add_post(pointer, &source, { _, address in EventSource.call(address) }, post.address)
        }
        return post
    }

    /// Calls `handler` when the loop was told to end, before `run` returns; tasks don't go on any more by then.
    public func atExit(_ handler: @escaping @ControlActor () -> Void) throws(SystemError) -> EventSource {
        let exit = EventSource(handler)
        try exit.adopt("watch the loop's end") { source in
            sd_event_add_exit(pointer, &source, { _, address in EventSource.call(address) }, exit.address)
        }
        return exit
    }
}
