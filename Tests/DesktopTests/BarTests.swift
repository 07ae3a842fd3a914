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
            await grep -q 00000 ~/blocks
            click() { printf '%s{"name":"mood","instance":"","button":%s,"x":1,"y":1}\\n' "$@" >&4; }
            click '[' 3
            await grep -q 00001 ~/blocks
            moodctl next
            await grep -q 00002 ~/blocks
            click , 2
            await prints 2 moodctl status --format '{{number}}'
            # i3blocks waits for its blocks then, which end when there is something to tell.
            kill $bar
            ended() { moodctl next && ! pgrep -f "$documents/bars/i3blocks-mood" >/dev/null; }
            await ended
            """)
        #expect(printed.isEmpty)
    }
}
