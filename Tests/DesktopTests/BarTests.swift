import DaemonSupport
import Testing

/// The shipped modules in real bars; Waybar, which needs a user of its own, is among what `InstallTests` tries.
@Suite struct BarTests {
    @Test func polybarTakesTheModuleAndItsClicks() throws {
        let printed = try Desktop().shell(
            """
            x11
            cat >~/polybar.ini <<END
            include-file = $documents/bars/polybar.ini
            [bar/top]
            modules-center = mood
            height = 30
            END
            polybar -c ~/polybar.ini -l info top >~/polybar.log 2>&1 &
            await grep -q 'Rebuilding cache' ~/polybar.log
            xdotool mousemove 400 15
            forth() { xdotool click 3; prints 2 moodctl status --format '{{number}}'; }
            await forth
            moodctl volume 50
            xdotool click 4
            await prints 52 moodctl volume
            xdotool click 1
            await prints paused moodctl status
            grep -iE 'error|unknown' ~/polybar.log || true
            """)
        #expect(printed.isEmpty)
    }

    @Test func i3blocksTakesTheBlocksAndTheirClicks() throws {
        let printed = try Desktop().shell(
            """
            mkfifo ~/clicks
            i3blocks -c $documents/bars/i3blocks.conf <~/clicks >~/blocks 2>&1 &
            bar=$!
            exec 4>~/clicks
            echo '[' >&4
            shown() { tail -n 1 ~/blocks | grep -qF "$(moodctl current)"; }
            await shown
            # A click that comes while the block's command runs is lost on i3blocks.
            clicked() {
                printf ',{"name":"mood","instance":"","button":3,"x":1,"y":1}\\n' >&4
                [[ $(moodctl status --format '{{number}}') != 1 ]]
            }
            await clicked
            await shown
            moodctl prev
            await shown
            # i3blocks waits for its blocks then, which end when there is something to tell.
            kill $bar
            ended() { moodctl next && ! pgrep -f "$documents/bars/i3blocks-mood" >/dev/null; }
            await ended
            """)
        #expect(printed.isEmpty)
    }
}
