import EventLoop
import Glibc
import TestSupport
import Testing

/// Collects what handlers did, and lets a test await it.
@ControlActor
private final class Diary {
    var lines: [String] = []

    func wait(for count: Int) async {
        while lines.count < count { await Task.yield() }
    }
}

@Suite struct SourceTests {
    @Test func `timers fire in the order of their times, on both clocks`() async throws {
        try await ControlThread.run { loop in
            let diary = Diary()
            let late = try loop.timer(accuracy: 0.001) { diary.lines.append("late") }
            let early = try loop.timer(on: .boottime, accuracy: 0.001) { diary.lines.append("early") }
            late.arm(after: 0.06)
            early.arm(after: 0.01)
            #expect(late.isArmed)
            await diary.wait(for: 2)
            #expect(diary.lines == ["early", "late"])
            #expect(!late.isArmed)
        }
    }

    @Test func `a timer armed anew forgets its former time, and can arm itself`() async throws {
        try await ControlThread.run { loop in
            let diary = Diary()
            var timer: TimerSource?
            timer = try loop.timer(accuracy: 0.001) {
                diary.lines.append("tick")
                if diary.lines.count < 3 { timer?.arm(after: 0) }
            }
            timer?.arm(after: 3600)
            timer?.arm(after: 0.001)
            await diary.wait(for: 3)
            timer = nil
        }
    }

    @Test(arguments: [Double.infinity, 1e300, 1e9])
    func `a wait too long to count never fires and never traps`(seconds: Double) async throws {
        try await ControlThread.run { loop in
            let diary = Diary()
            let endless = try loop.timer { diary.lines.append("endless") }
            let soon = try loop.timer(accuracy: 0.001) { diary.lines.append("soon") }
            endless.arm(after: seconds)
            soon.arm(after: 0.01)
            await diary.wait(for: 1)
            #expect(diary.lines == ["soon"])
        }
    }

    @Test(arguments: [-1, -Double.infinity, Double.nan, 0])
    func `a time that passed fires at once`(seconds: Double) async throws {
        try await ControlThread.run { loop in
            let diary = Diary()
            let timer = try loop.timer { diary.lines.append("now") }
            timer.arm(after: seconds)
            await diary.wait(for: 1)
        }
    }

    @Test func `a source that was cancelled, disarmed or let go is never called`() async throws {
        try await ControlThread.run { loop in
            let diary = Diary()
            let cancelled = try loop.timer { diary.lines.append("cancelled") }
            let disarmed = try loop.timer { diary.lines.append("disarmed") }
            var dropped: TimerSource? = try loop.timer { diary.lines.append("dropped") }
            for timer in [cancelled, disarmed, dropped] { timer?.arm(after: 0) }
            cancelled.cancel()
            disarmed.disarm()
            dropped = nil
            let last = try loop.timer { diary.lines.append("last") }
            last.arm(after: 0.01)
            await diary.wait(for: 1)
            #expect(diary.lines == ["last"])
            cancelled.arm(after: 0)
        }
    }

    @Test func `a source can cancel and release itself while it is called`() async throws {
        try await ControlThread.run { loop in
            let diary = Diary()
            var pipe: [Int32] = [0, 0]
            Glibc.pipe(&pipe)
            var source: IOSource?
            source = try loop.watch(pipe[1], for: .writable) { events in
                #expect(events == .writable)
                source?.cancel()
                source = nil
                diary.lines.append("once")
            }
            await diary.wait(for: 1)
            for _ in 0..<10 { await Task.yield() }
            #expect(diary.lines == ["once"])
            pipe.forEach { close($0) }
        }
    }

    @Test func `a descriptor is called for what is asked of it, and not while it rests`() async throws {
        try await ControlThread.run { loop in
            let diary = Diary()
            var pair: [Int32] = [0, 0]
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
            var held: IOSource?
            held = try loop.watch(pair[0], for: []) { events in
                diary.lines.append(events.contains(.hangUp) ? "closed" : "readable")
                held?.isResting = true
            }
            write(pair[1], "x", 1)
            for _ in 0..<100 { await Task.yield() }
            #expect(diary.lines == [])
            held?.events = .readable
            await diary.wait(for: 1)
            for _ in 0..<100 { await Task.yield() }
            #expect(diary.lines == ["readable"])
            held?.isResting = false
            held?.events = []
            close(pair[1])
            await diary.wait(for: 2)
            #expect(diary.lines[1] == "closed")
            held = nil
            close(pair[0])
        }
    }

    @Test func `deferred work is done once a turn however often it was asked for`() async throws {
        try await ControlThread.run { loop in
            let diary = Diary()
            let deferred = try loop.deferred { diary.lines.append("done") }
            for _ in 0..<3 { deferred.schedule() }
            #expect(diary.lines == [])
            await diary.wait(for: 1)
            for _ in 0..<100 { await Task.yield() }
            #expect(diary.lines == ["done"])
            deferred.schedule()
            await diary.wait(for: 2)
        }
    }

    @Test func `work at the end of a turn follows what the turn did`() async throws {
        try await ControlThread.run { loop in
            let diary = Diary()
            let post = try loop.post { if diary.lines.last == "work" { diary.lines.append("after") } }
            let deferred = try loop.deferred { diary.lines.append("work") }
            deferred.schedule()
            await diary.wait(for: 2)
            #expect(diary.lines == ["work", "after"])
            post.cancel()
        }
    }

    @Test func `what cannot be watched is told with the reason`() async {
        await ControlThread.run { loop in
            #expect(throws: SystemError("watch descriptor -1", code: EBADF)) {
                _ = try loop.watch(-1, for: .readable) { _ in }
            }
        }
        #expect("\(SystemError("open the door", code: EACCES))" == "cannot open the door: Permission denied")
    }
}
