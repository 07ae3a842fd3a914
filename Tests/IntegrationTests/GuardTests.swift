import Glibc
import TestSupport
import Testing

/// What bench and soak run in: nothing that was started, and no folder, outlives it.
@Suite struct GuardTests {
    /// A program that starts others, one of them out of its session, and tells its folder and their numbers.
    private static let script = """
        trap '' HUP
        setsid sleep 1000 & echo $! >"$PRIVATE_FOLDER/pids"
        (setsid sh -c 'echo $$ >>"$PRIVATE_FOLDER/pids"; exec sleep 1000' &)
        sh -c 'trap "" TERM; echo $$ >>"$PRIVATE_FOLDER/pids"; while :; do sleep 1; done' &
        while [ "$(wc -l <"$PRIVATE_FOLDER/pids")" -lt 3 ]; do sleep 0.01; done
        echo "$PRIVATE_FOLDER" $$ $(cat "$PRIVATE_FOLDER/pids")
        """

    @Test(arguments: [("wait", SIGTERM, 143), ("wait", SIGINT, 130), ("wait", SIGHUP, 129), ("exit 7", 0, 7)])
    func leavesNothingBehind(end: String, signal: Int32, status: Int32) {
        // Signals may be ignored where the tests themselves run.
        let guarded = Program(
            "/usr/bin/env",
            [
                "--default-signal", "python3", "\(Places.tree.path)/contrib/guard.py", "test", "sh", "-c",
                "\(Self.script)\n\(end)",
            ])
        let words = guarded.readLine().split(separator: " ").map(String.init)
        #expect(words.count == 5)
        if signal != 0 { kill(guarded.pid, signal) }
        #expect(guarded.wait() == status)
        for word in words.dropFirst() { #expect(kill(pid_t(word) ?? 0, 0) == -1 && errno == ESRCH, "\(word) is left") }
        #expect(access(words.first ?? "/", F_OK) == -1)
    }
}
