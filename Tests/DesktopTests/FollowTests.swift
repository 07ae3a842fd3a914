import DaemonSupport
import Glibc
import TestSupport
import Testing

/// What a bar reads of a real daemon.
@Suite(.timeLimit(.minutes(2))) struct FollowTests {
    @Test("a bar's line comes back with the daemon, and its music with it")
    func restart() throws {
        let desktop = try Desktop(tracks: 2)
        let follow = Program(
            "moodctl", ["follow", "--waybar", "--format", "{{state}}"], environment: desktop.daemon.variables)
        defer { follow.end() }
        func line(_ state: String) -> Bool {
            while true {
                let line = follow.readLine()
                if line.isEmpty || line.contains(#""alt":"\#(state)""#) { return !line.isEmpty }
            }
        }
        #expect(line("playing"))
        desktop.daemon.kill()
        #expect(line("offline"))
        try desktop.daemon.start()
        #expect(line("playing"))
        #expect(desktop.daemon.moodctl("pause").code == 0)
        #expect(line("paused"))
    }

    @Test("it ends with who reads one line alone")
    func oneLine() throws {
        let printed = try Desktop(tracks: 1).shell("~/.local/bin/moodctl follow --format '{{state}}' | head -1")
        #expect(printed == "playing")
    }
}

extension Program {
    /// Kills it.
    fileprivate func end() {
        kill(pid, SIGKILL)
        _ = wait()
        close(output)
    }
}
