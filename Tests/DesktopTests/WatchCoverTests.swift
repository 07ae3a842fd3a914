import DaemonSupport
import Foundation
import TestSupport
import Testing

/// The cover, which `chafa` draws and a real terminal shows.
@Suite(.timeLimit(.minutes(3))) struct WatchCoverTests {
    @Test func aCoverIsSeenWhereThereIsOneAndOnlyThere() throws {
        let daemon = try PrivateDaemon()
        let covered = try Music.fill(daemon.home.appending(path: "Covered"), count: 1)
        let bare = try Music.fill(daemon.home.appending(path: "Bare"), count: 1)
        try daemon.start()
        let shown = BuiltProgram(path: "/usr/bin/timeout").run(
            ["120", "bash", "-euc", Self.script, Program.path("moodctl")] + covered + bare,
            environment: daemon.variables, limit: 150)
        #expect(shown.code == 0, "\(shown.errors)")
    }

    /// Counts what is as magenta as the cover, in pictures of the whole screen.
    private static let script = """
        trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT
        covered=$1 bare=$2
        await() {
            local turn
            for ((turn = 0; turn < 100; turn++)); do
                ! "$@" || return 0
                sleep 0.1
            done
            echo "in vain: $*, $(magenta)" >&2
            return 1
        }
        magenta() {
            import -window root miff:- | convert - -fill black +opaque '#ff00ff' -fill white -opaque '#ff00ff' \
                -format '%[fx:int(mean*w*h)]' info:
        }
        is_seen() { (($(magenta) > 5000)); }
        is_gone() { (($(magenta) == 0)); }
        convert -size 64x64 'xc:#ff00ff' "${covered%/*}/cover.png"
        Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>~/display >/dev/null 2>&1 &
        await test -s ~/display
        export DISPLAY=:$(<~/display)
        xterm -geometry 80x24+0+0 -e "$0" watch &
        "$0" play "$bare"
        await is_gone
        "$0" play "$covered"
        await is_seen
        "$0" play "$bare"
        await is_gone
        """
}
