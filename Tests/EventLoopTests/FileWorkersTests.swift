import Glibc
import TestSupport
import Testing

@testable import EventLoop

/// Holds workers up until a test opens it.
private final class Gate: Sendable {
    private let state = Lock((isOpen: false, arrived: 0))

    func pass() {
        state.withLock { $0.arrived += 1 }
        state.wakeAll()
        state.wait { $0.isOpen ? () : nil }
    }

    func open() {
        state.withLock { $0.isOpen = true }
        state.wakeAll()
    }

    func wait(for count: Int) {
        state.wait { $0.arrived >= count ? () : nil }
    }
}

@Suite struct FileWorkersTests {
    /// Where tasks of the control actor run: a test that waits for one must not be the first to need it.
    init() { _ = ControlThread.loop }

    @Test func `work is done elsewhere and its result arrives on the control thread`() async throws {
        let workers = FileWorkers()
        try await ControlThread.run { _ in
            let executor = ControlActor.shared.executor
            #expect(executor.isIsolatingCurrentContext() == true)
            let isInside = try await workers.run { _ in executor.isIsolatingCurrentContext() }
            #expect(isInside == false)
            #expect(executor.isIsolatingCurrentContext() == true)
        }
    }

    @Test func `an error of the work is thrown to who waits for it`() async {
        let workers = FileWorkers()
        await #expect(throws: SystemError("read x", code: EIO)) {
            try await workers.run { _ in throw SystemError("read x", code: EIO) }
        }
    }

    @Test func `no more than two pieces of work run at a time, the others follow`() async throws {
        let workers = FileWorkers()
        let running = Lock((now: 0, most: 0))
        let gate = Gate()
        let tasks = (0..<20).map { number in
            ControlActor.start {
                try await workers.run { _ in
                    running.withLock {
                        $0.now += 1
                        $0.most = max($0.most, $0.now)
                    }
                    gate.pass()
                    running.withLock { $0.now -= 1 }
                    return number
                }
            }
        }
        gate.wait(for: 2)
        gate.open()
        for (number, task) in tasks.enumerated() { #expect(try await task.value == number) }
        #expect(running.withLock { $0.most } == 2)
    }

    @Test func `cancelled work that waits is dropped at once, and work that runs can learn it`() async throws {
        let workers = FileWorkers(threads: 1)
        let gate = Gate()
        let running = ControlActor.start {
            try await workers.run { cancellation in
                gate.pass()
                try cancellation.check()
            }
        }
        gate.wait(for: 1)
        let waiting = ControlActor.start { try await workers.run { _ in Issue.record("it was cancelled") } }
        await ControlThread.run { _ in }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        running.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await running.value }
    }

    @Test func `more work than can wait is refused`() async throws {
        let workers = FileWorkers(threads: 1, capacity: 2)
        let gate = Gate()
        let running = ControlActor.start { try await workers.run { _ in gate.pass() } }
        gate.wait(for: 1)
        let waiting = (0..<2).map { _ in ControlActor.start { try await workers.run { _ in } } }
        await #expect(throws: FileWorkers.Overloaded.self) { try await workers.run { _ in } }
        gate.open()
        try await running.value
        for task in waiting { try await task.value }
    }

    @Test func `a lock keeps threads apart`() async throws {
        let count = Lock(0)
        let workers = FileWorkers()
        let tasks = (0..<2).map { _ in
            ControlActor.start {
                try await workers.run { _ in for _ in 0..<10_000 { count.withLock { $0 += 1 } } }
            }
        }
        for task in tasks { try await task.value }
        #expect(count.withLock { $0 } == 20_000)
    }
}
