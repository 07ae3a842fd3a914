import DaemonSupport
import Foundation
import TestSupport

/// A user's home with a daemon that plays, and with moodctl and contrib's files where contrib/install puts them.
final class Desktop {
    let daemon: PrivateDaemon

    /// - Parameter tracks: How many tracks the queue has; the first one plays.
    init(tracks: Int = 30) throws {
        daemon = try PrivateDaemon(configuration: #"{ output: { type: "null" }, moods: { calm: "~/Music" } }"#)
        let files = FileManager.default
        for (link, target) in [
            (".local/bin/moodctl", Program.path("moodctl")),
            (".local/share/doc/mood", Places.tree.appending(path: "contrib").path),
        ] {
            let link = daemon.home.appending(path: link)
            try files.createDirectory(at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
            try files.createSymbolicLink(atPath: link.path, withDestinationPath: target)
        }
        _ = try Music.fill(daemon.home.appending(path: "Music"), count: tracks)
        try daemon.start()
        let played = daemon.moodctl("play", daemon.home.path + "/Music")
        guard played.code == 0 else { throw Fault("nothing plays: \(played.errors)") }
    }

    /// Runs lines of the shell in that home, and answers what they print, without its last line end.
    ///
    /// What they start in the background ends with them. `await` waits until a command succeeds; `x11` starts a screen.
    @discardableResult
    func shell(_ lines: String) throws -> String {
        try Self.check(
            BuiltProgram(path: "/usr/bin/timeout").run(
                ["60", "bash", "-euc", Self.prelude + lines], environment: daemon.variables + ["SHELL=/bin/sh"],
                limit: 90))
    }

    /// What a run printed; throws what it complained of if it failed.
    static func check(_ run: ProcessRun) throws -> String {
        guard run.code == 0 else { throw Fault("exit code \(run.code)\n\(run.output)\n\(run.errors)") }
        return run.output.hasSuffix("\n") ? String(run.output.dropLast()) : run.output
    }

    /// Functions of the shell that the lines of a test use.
    static let prelude = """
        trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT
        PATH=~/.local/bin:$PATH
        documents=~/.local/share/doc/mood
        await() {
            local turn
            for ((turn = 0; turn < 300; turn++)); do
                ! "$@" || return 0
                sleep 0.05
            done
            echo "in vain: $*" >&2
            return 1
        }
        prints() { [[ $("${@:2}" 2>&1) == *"$1"* ]]; }
        x11() {
            Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>~/display >/dev/null 2>&1 &
            await test -s ~/display
            export DISPLAY=:$(<~/display)
        }

        """
}
