import Glibc

/// A value that several threads share, behind a pthread mutex.
///
/// Unlike `Synchronization.Mutex` it is seen by the thread sanitizer, and a thread can wait for the value to change.
/// Hold it for a few instructions only, never across a call that can block.
public final class Lock<Value>: @unchecked Sendable {  // `value` is only touched while `mutex` is held.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value

    /// Guards `value` from now on.
    public init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        changed = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Calls `body` with the value while no other thread can see it.
    public func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }

    /// Blocks the calling thread until `body` finds in the value what it waits for.
    ///
    /// It is asked at once, and again after each `wakeOne` or `wakeAll`.
    public func wait<Result>(until body: (inout sending Value) -> sending Result?) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(changed, mutex)
        }
    }

    /// Lets one waiting thread look at the value again.
    public func wakeOne() {
        pthread_cond_signal(changed)
    }

    /// Lets every waiting thread look at the value again.
    public func wakeAll() {
        pthread_cond_broadcast(changed)
    }
}
