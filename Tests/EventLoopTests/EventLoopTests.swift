import EventLoop
import Glibc
import TestSupport
import Testing

@Suite struct EventLoopTests {
    @Test(.disabled(if: underThreadSanitizer, "it has a thread of its own"))
    func `a process that ran tasks, groups and workers has no thread of the default executor`() {
        let probe = Program("LoopProbe", ["threads"])
        #expect(probe.readLine() == "LoopProbe")
        #expect(probe.readLine() == "499501")
        #expect(probe.readLine() == "LoopProbe files")
        #expect(probe.wait() == 0)
    }

    @Test func `a signal reaches its handler, and run returns the code given to exit, after what is done at the end`() {
        let probe = Program("LoopProbe", ["signals"])
        #expect(probe.readLine() == "ready")
        kill(probe.pid, SIGTERM)
        #expect(probe.readLine() == "terminated")
        #expect(probe.readLine() == "goodbye")
        #expect(probe.wait() == 3)
    }

    @Test func `a second control thread is refused`() async {
        _ = ControlThread.loop
        #expect(throws: SystemError.self) { try EventLoop.run(blocking: []) { _ in } }
    }

    @Test func `the watchdog is fed when the service manager asks for it`() throws {
        let address = "\0mood-watchdog-\(getpid())"
        let manager = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(manager) }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: address.utf8) }
        let length = socklen_t(2 + address.utf8.count)
        let bound = withUnsafeBytes(of: &name) { bytes in
            bind(manager, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), length)
        }
        try #require(bound == 0)
        let probe = Program(
            "LoopProbe", ["watchdog"],
            environment: ["NOTIFY_SOCKET=@" + address.dropFirst(), "WATCHDOG_USEC=200000"])
        #expect(probe.readLine() == "ready")
        for _ in 0..<2 {
            var message = [UInt8](repeating: 0, count: 64)
            let count = recv(manager, &message, message.count, 0)
            #expect(String(decoding: message[..<max(0, count)], as: UTF8.self) == "WATCHDOG=1")
        }
        kill(probe.pid, SIGKILL)
        #expect(probe.wait() == -SIGKILL)
    }
}
