import DaemonSupport
import Testing

/// What a key press does, from the keyboard of a real desktop to the daemon.
@Suite struct KeyBindingTests {
    @Test("a key that is held down raises the volume by each of its presses")
    func volumeAddsUp() throws {
        let daemon = try PrivateDaemon()
        try daemon.start()
        // What the output remembers is adopted in the first moment; what is set after that holds.
        #expect(eventually { daemon.moodctl("volume").output == "100\n" })
        #expect(daemon.moodctl("volume", "0").code == 0)
        for level in 1...100 { #expect(daemon.moodctl("volume", "+1").output == "\(level)\n") }
    }

    @Test(
        "the shipped keys move tracks, set the volume and choose moods, and no press is lost",
        arguments: [
            #"""
            printf '%s\n' '# i3 config file (v4)' "include $documents/keys/i3.conf" >~/i3.conf
            i3 -C -c ~/i3.conf
            i3 -c ~/i3.conf >/dev/null 2>&1 &
            """#,
            "sxhkd -c /dev/null $documents/keys/sxhkdrc >/dev/null 2>&1 &",
        ])
    func keysReachTheDaemon(start: String) throws {
        let desktop = try Desktop()
        let printed = try desktop.shell(
            """
            x11
            \(start)
            # From the first press that it hears, it hears them all.
            calm() { xdotool key super+alt+3; prints calm moodctl mood; }
            await calm
            moodctl mood off
            moodctl play 1
            xdotool key XF86AudioNext
            await prints 2 moodctl status --format '{{number}}'
            xdotool key --delay 25 --repeat 20 XF86AudioNext
            await prints 22 moodctl status --format '{{number}}'
            xdotool key XF86AudioPrev
            await prints 21 moodctl status --format '{{number}}'
            xdotool key XF86AudioPlay
            await prints paused moodctl status
            xdotool key XF86AudioStop
            await prints stopped moodctl status
            moodctl volume 0
            xdotool key --delay 25 --repeat 20 super+XF86AudioRaiseVolume
            await prints 100 moodctl volume
            xdotool key super+XF86AudioMute
            await prints muted moodctl volume
            moodctl status --format '{{number}} {{volume}}'
            """)
        #expect(printed == "21 100")
    }

    @Test("GNOME's shortcuts are added once, beside those of others, and taken away again")
    func gnomeShortcuts() throws {
        let printed = try Desktop(tracks: 1).shell(
            """
            export GSETTINGS_BACKEND=keyfile
            list() { gsettings get org.gnome.settings-daemon.plugins.media-keys custom-keybindings; }
            gsettings set org.gnome.settings-daemon.plugins.media-keys custom-keybindings "['/other/']"
            $documents/keys/gnome
            $documents/keys/gnome
            list | tr , '\\n' | wc -l
            grep -c "command='$HOME/.local/bin/moodctl " ~/config/glib-2.0/settings/keyfile
            $documents/keys/gnome --remove
            list
            """)
        #expect(printed == "8\n7\n['/other/']")
    }
}
