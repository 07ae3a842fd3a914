import DaemonSupport
import Foundation
import JSON
import TestSupport
import Testing

/// Nothing may tick while nothing plays.
@Suite(.serialized) struct IdleTests {
    enum Rest: String, CaseIterable { case untouched, paused, stopped }

    @Test(arguments: Rest.allCases) func aDaemonAtRestSwitchesNoContext(rest: Rest) throws {
        let server = try SoundServer(.pulseaudio)
        let daemon = try PrivateDaemon(configuration: "", soundServer: server.address)
        let files = try Music.fill(daemon.home.appending(path: "music"), count: 2)
        try daemon.start()
        if rest != .untouched {
            #expect(daemon.moodctl("play", files[0], files[1]).code == 0)
            #expect(daemon.moodctl(rest == .paused ? "pause" : "stop").code == 0)
        }
        // It comes to rest once read-ahead and saving are done; then ten seconds without a single switch.
        #expect(eventually(seconds: 10) { settled(daemon.pid) })
        let before = switches(daemon.pid)
        sleep(10)
        #expect(switches(daemon.pid) == before)
    }

    @Test func noThreadOfLibdispatchIsThere() throws {
        let daemon = try PrivateDaemon()
        let file = try Music.fill(daemon.home.appending(path: "music"), count: 1)[0]
        try daemon.start()
        #expect(daemon.moodctl("play", file).code == 0)
        #expect(daemon.moodctl("add", file).code == 0)
        #expect(daemon.moodctl("pause").code == 0)
        // Its manager waits on an epoll instance of its own; the control thread's is the only other one.
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.pid)/fd")
        let polls = descriptors.filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(daemon.pid)/fd/\($0)"))?
                .hasSuffix("[eventpoll]") == true
        }
        #expect(polls.count == 1)
    }

    /// Whether a quarter of a second went by without a context switch.
    private func settled(_ pid: pid_t) -> Bool {
        let before = switches(pid)
        usleep(250_000)
        return switches(pid) == before
    }

    /// The context switches of each thread so far.
    private func switches(_ pid: pid_t) -> [String: Int] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        return Dictionary(
            uniqueKeysWithValues: threads.map { thread in
                let status = String(decoding: Places.contents("/proc/\(pid)/task/\(thread)/status"), as: UTF8.self)
                let counts = status.split(separator: "\n").filter { $0.contains("ctxt_switches") }
                    .compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }
                return (thread, counts.reduce(0, +))
            })
    }
}
