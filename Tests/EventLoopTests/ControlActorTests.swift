import Glibc
import TestSupport
import Testing

@testable import EventLoop

@Suite struct ControlActorTests {
    @Test func `jobs from any thread run on the control thread, in the order they were sent`() async {
        _ = ControlThread.loop
        let seen = Lock<[Int]>([])
        let tasks = (0..<500).map { number in
            ControlActor.start {
                #expect(ControlActor.shared.executor.isIsolatingCurrentContext() == true)
                seen.withLock { $0.append(number) }
            }
        }
        for task in tasks { try? await task.value }
        #expect(seen.withLock { $0 } == Array(0..<500))
    }

    @Test func `a task that never rests leaves room for timers and descriptors`() async throws {
        try await ControlThread.run { loop in
            var pipe: [Int32] = [0, 0]
            Glibc.pipe(&pipe)
            defer { pipe.forEach { close($0) } }
            var events: Set<String> = []
            let timer = try loop.timer(accuracy: 0.001) { events.insert("timer") }
            let reader = try loop.watch(pipe[0], for: .readable) { _ in
                events.insert("pipe")
                var byte: UInt8 = 0
                read(pipe[0], &byte, 1)
            }
            timer.arm(after: 0.01)
            write(pipe[1], "x", 1)
            while events.count < 2 { await Task.yield() }
            withExtendedLifetime(reader) {}
        }
    }

    @Test func `only the control thread counts as inside the actor`() async {
        await ControlThread.run { _ in
            #expect(ControlActor.shared.executor.isIsolatingCurrentContext() == true)
            func callback(_ code: Int32) throws(SystemError) -> Int {
                try ControlActor.assumeIsolated { () throws(SystemError) in
                    if code != 0 { throw SystemError("go on", code: code) }
                    return 7
                }
            }
            #expect(throws: SystemError("go on", code: EPERM)) { try callback(EPERM) }
            #expect((try? callback(0)) == 7)
        }
        #expect(ControlActor.shared.executor.isIsolatingCurrentContext() == false)
    }

    @Test func `entering the actor from another thread traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = ControlThread.loop
            func enter() { ControlActor.assumeIsolated {} }
            enter()
        }
    }
}
