import Glibc
import TestSupport
import Testing

@testable import moodctl

/// `follow` and its kin, which outlive daemons and end with their readers.
@Suite(.timeLimit(.minutes(1))) struct FollowProcessTests {
    private let folder = RuntimeFolder()

    private func daemon(_ name: String, isLocked: Bool = true) -> FakeDaemon {
        let value = answer(
            status {
                $0.entry?.name = name; $0.state = .paused
            })
        let text = String(decoding: value.result, as: UTF8.self)
        return FakeDaemon(in: folder, isLocked: isLocked) { method, _ in
            method == "events.subscribe" ? .result(#"{"sequence":1,"topics":{"player":\#(text)}}"#) : .silence
        }
    }

    private func event(_ name: String) -> String {
        let value = answer(
            status {
                $0.entry?.name = name; $0.state = .paused
            })
        let text = String(decoding: value.result, as: UTF8.self)
        return #"{"jsonrpc":"2.0","method":"event.player","params":{"sequence":2,"value":\#(text)}}"#
    }

    @Test func aLineComesBackWithTheDaemon() {
        let follow = Program("moodctl", ["follow"], environment: folder.environment)
        #expect(follow.readLine() == "")
        let first = daemon("one")
        #expect(follow.readLine() == "one")
        first.push(event("one"))
        first.push(event("two"))
        #expect(follow.readLine() == "two")
        first.stop()
        #expect(follow.readLine() == "")
        let second = daemon("three")
        #expect(follow.readLine() == "three")
        kill(follow.pid, SIGKILL)
        _ = follow.wait()
        second.stop()
    }

    @Test func aLockTakenBehindTheSocketUnitIsNoticed() {
        // The socket unit listens all the time, and the lock file is left from the last daemon.
        let listener = folder.listen()
        close(folder.takeLock())
        let follow = Program("moodctl", ["follow"], environment: folder.environment)
        #expect(follow.readLine() == "")
        let lock = folder.takeLock()
        let connection = accept(listener, nil, nil)
        #expect(connection >= 0)
        close(lock)
        close(connection)
        close(listener)
        kill(follow.pid, SIGKILL)
        #expect(follow.wait() == -SIGKILL)
    }

    @Test(arguments: [["follow"], ["events", "player"]])
    func itEndsAtOnceWhenItsReaderIsGone(words: [String]) {
        let daemon = daemon("one")
        defer { daemon.stop() }
        let follow = Program("moodctl", words, environment: folder.environment)
        #expect(follow.readLine().contains("one"))
        close(follow.output)
        #expect(follow.wait() == 0)
    }

    @Test func itEndsWithItsReaderWithoutADaemonToo() {
        let follow = Program("moodctl", ["follow", "--waybar"], environment: folder.environment)
        #expect(follow.readLine().contains("offline"))
        close(follow.output)
        #expect(follow.wait() == 0)
    }

    @Test func positionIsRenewedOnItsOwnClock() {
        let value = answer(status { $0.position = 10 })
        let text = String(decoding: value.result, as: UTF8.self)
        let daemon = FakeDaemon(in: folder) { _, _ in .result(#"{"sequence":1,"topics":{"player":\#(text)}}"#) }
        defer { daemon.stop() }
        let follow = Program(
            "moodctl", ["follow", "-f", "{{duration(position)}}"], environment: folder.environment)
        #expect((0..<3).map { _ in follow.readLine() } == ["0:10", "0:11", "0:12"])
        #expect(daemon.requests.count == 1)
        kill(follow.pid, SIGKILL)
        _ = follow.wait()
    }

    @Test func aBarThatShowsNoPositionIsLeftAlone() {
        let playing = status {
            $0.position = 10; $0.duration = 60; $0.positionTime = MonotonicTime.calendar
        }
        let text = String(decoding: answer(playing).result, as: UTF8.self)
        let daemon = FakeDaemon(in: folder) { _, _ in .result(#"{"sequence":1,"topics":{"player":\#(text)}}"#) }
        defer { daemon.stop() }
        for (words, isRenewed) in [([], false), (["--format", "{{percent}}"], true), (["--tick", "0.2"], true)] {
            let follow = Program("moodctl", ["follow", "--waybar"] + words, environment: folder.environment)
            #expect(follow.readLine().contains("\"percentage\""))
            // More than one per cent of the minute is over by then.
            var waiting = pollfd(fd: follow.output, events: Int16(POLLIN), revents: 0)
            #expect((poll(&waiting, 1, isRenewed ? 20_000 : 1500) > 0) == isRenewed, "\(words)")
            kill(follow.pid, SIGKILL)
            _ = follow.wait()
        }
    }

    @Test func eventsAreOneObjectALine() {
        let daemon = daemon("one")
        let events = Program("moodctl", ["events"], environment: folder.environment)
        #expect(
            events.readLine().hasPrefix(#"{"jsonrpc":"2.0","method":"event.player","params":{"sequence":1,"value":{"#))
        daemon.push(event("two"))
        #expect(events.readLine() == event("two"))
        daemon.stop()
        #expect(events.wait() == 3)
    }
}
