import CSystemd
import Glibc
import Synchronization

/// Runs the actor's jobs inside the event loop, in the order they came, at most 64 a turn.
///
/// Jobs from other threads wake the loop through an eventfd; those from the control thread itself need no system call.
final class ControlExecutor: SerialExecutor, TaskExecutor {
    private struct Queue {
        var jobs: [UnownedJob] = []
        var head = 0
        /// Whether the loop is bound to come round to the jobs.
        var isScheduled = false

        mutating func next() -> UnownedJob? {
            guard head < jobs.count else {
                jobs.removeAll(keepingCapacity: true)
                head = 0
                isScheduled = false
                return nil
            }
            if head == 1024 {
                jobs.removeFirst(head)
                head = 0
            }
            defer { head += 1 }
            return jobs[head]
        }
    }

    private static let jobsPerTurn = 64

    private let queue = Lock(Queue())
    private let thread = Atomic<UInt>(0)
    /// Readable while another thread's job waits; -1 if the system refused it, which `EventLoop.run` reports.
    let wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    /// The loop's source that calls `runJobs` in the next turn.
    ///
    /// Set and used on the control thread only.
    nonisolated(unsafe) var nextTurn: OpaquePointer?

    /// Never inlined, for the compiler takes `pthread_self` for constant, and would keep it across an `await`.
    private var isOnControlThread: Bool {
        @inline(never) get { thread.load(ordering: .relaxed) == pthread_self() }
    }

    /// Makes the calling thread the control thread; false if there is one already.
    func bind() -> Bool {
        thread.compareExchange(expected: 0, desired: pthread_self(), ordering: .relaxed).exchanged
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let mustSchedule = queue.withLock { queue in
            queue.jobs.append(job)
            defer { queue.isScheduled = true }
            return !queue.isScheduled
        }
        guard mustSchedule else { return }
        if isOnControlThread {
            sd_event_source_set_enabled(nextTurn, Int32(SD_EVENT_ONESHOT))
        } else {
            eventfd_write(wakeup, 1)
        }
    }

    /// Runs what waits, up to a turn's share; the rest comes after the other sources, by the eventfd: a deferred source
    /// counts as the one that waits longest, so that one asked for in each turn would keep all others from theirs.
    func runJobs() {
        for _ in 0..<Self.jobsPerTurn {
            guard let job = queue.withLock({ $0.next() }) else { return }
            job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
        eventfd_write(wakeup, 1)
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    func asUnownedTaskExecutor() -> UnownedTaskExecutor {
        UnownedTaskExecutor(ordinary: self)
    }

    func checkIsolated() {
        precondition(isOnControlThread, "must run on the control thread")
    }

    func isIsolatingCurrentContext() -> Bool? {
        isOnControlThread
    }
}
