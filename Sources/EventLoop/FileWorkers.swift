import CSystemd
import Glibc

/// Threads for what can block on a disk: walks, tags, scans, compaction.
///
/// A thread starts when work finds none idle, and then stays, asleep while there is nothing to do.
public final class FileWorkers: Sendable {
    /// Too much work waits already.
    public struct Overloaded: Error, CustomStringConvertible {
        /// What to tell who asked.
        public let description = "too much work waits for the disk: try again later"
    }

    private let shared: Lock<State>
    private let maximumThreads: Int
    private let capacity: Int

    private struct Job: Sendable {
        let cancellation: Cancellation
        let perform: @Sendable () -> Void
        /// Answers that it was cancelled, without having begun.
        let abandon: @Sendable () -> Void
    }

    private struct State: Sendable {
        var waiting: [Job] = []
        var threads = 0
        var idle = 0
        var isClosed = false
    }

    /// - Parameters:
    ///   - threads: how many there are at most.
    ///   - capacity: how many pieces of work can wait before more are refused.
    public init(threads: Int = 2, capacity: Int = 256) {
        shared = Lock(State())
        maximumThreads = threads
        self.capacity = capacity
    }

    deinit {
        shared.withLock { $0.isClosed = true }
        shared.wakeAll()
    }

    /// Carries out `work` on one of the threads; the control thread goes on with the result.
    ///
    /// When the calling task is cancelled, work that still waits is dropped, and work that runs can learn it from its
    /// argument.
    ///
    /// - Throws: what `work` throws, `CancellationError`, `Overloaded`, or `SystemError` if no thread could be started.
    @ControlActor
    public func run<Result: Sendable>(
        _ work: @escaping @Sendable (Cancellation) throws -> Result
    ) async throws -> Result {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                do {
                    try submit(
                        Job(cancellation: cancellation) {
                            continuation.resume(with: Swift.Result { try work(cancellation) })
                        } abandon: {
                            continuation.resume(throwing: CancellationError())
                        })
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            cancellation.cancel()
            abandon(cancellation)
        }
    }

    private func submit(_ job: Job) throws {
        try job.cancellation.check()
        let mustStart = try shared.withLock { state throws(Overloaded) in
            guard state.waiting.count < capacity else { throw Overloaded() }
            state.waiting.append(job)
            guard state.waiting.count > state.idle, state.threads < maximumThreads else { return false }
            state.threads += 1
            return true
        }
        if mustStart {
            try startThread(for: job)
        } else {
            shared.wakeOne()
        }
    }

    /// Starts a thread; without one at all the job that asked for it is taken back.
    private func startThread(for job: Job) throws {
        var thread = pthread_t()
        let state = Unmanaged.passRetained(shared)
        let result = pthread_create(
            &thread, nil,
            { argument in
                argument.map { FileWorkers.serve(Unmanaged<Lock<State>>.fromOpaque($0).takeRetainedValue()) }
                return nil
            }, state.toOpaque())
        guard result != 0 else {
            pthread_detach(thread)
            return
        }
        state.release()
        let isLost = shared.withLock { state in
            state.threads -= 1
            guard state.threads == 0 else { return false }
            state.waiting.removeAll { $0.cancellation === job.cancellation }
            return true
        }
        if isLost { throw SystemError("start a thread for file work", code: result) }
    }

    private func abandon(_ cancellation: Cancellation) {
        let dropped = shared.withLock { state -> Job? in
            state.waiting.firstIndex { $0.cancellation === cancellation }.map { state.waiting.remove(at: $0) }
        }
        dropped?.abandon()
    }

    private static func serve(_ shared: Lock<State>) {
        name_thread("files")
        shared.withLock { $0.idle += 1 }
        while true {
            let job = shared.wait { state -> Job?? in
                if !state.waiting.isEmpty {
                    state.idle -= 1
                    return state.waiting.removeFirst()
                }
                return state.isClosed ? .some(nil) : nil
            }
            guard let job else { return }
            job.perform()
            shared.withLock { $0.idle += 1 }
        }
    }
}
