import DaemonSupport
import Foundation
import TestSupport
import Testing

/// A scan by the daemon as a service: in its sandbox, and with a bus as a unit of the user's manager.
@Suite(.serialized, .enabled(if: UserManager.refusal == nil, Comment(rawValue: UserManager.refusal ?? "")))
struct ScanServiceTests {
    /// A user manager with the daemon, a song for each mood, and a session's bus if wanted.
    static func manager(withBus: Bool, scan: String = "{}") throws -> UserManager {
        let manager = try UserManager()
        for mood in ["happy", "sad"] {
            _ = try Music.fill(manager.home.appending(path: "Music/\(mood)"), count: 1)
        }
        _ = try succeed(
            manager,
            """
            mkdir -p ~/.config/mood ~/.local/bin
            cat >~/.config/mood/config.json <<'END'
            { output: { type: "null" }, moods: { happy: "~/Music/happy", sad: "~/Music/sad" }, scan: \(scan) }
            END
            place
            cat >$units/dbus.service <<'END'
            [Service]
            Type=notify
            ExecStart=dbus-daemon --session --address=unix:path=%t/bus --nofork --nopidfile --systemd-activation
            END
            systemctl --user daemon-reload
            \(withBus ? "systemctl --user start dbus.service" : "")
            \(withBus ? "until_prints org.freedesktop.systemd1 busctl --user list" : "")
            start_service $units
            \(withBus ? "until_prints org.mpris busctl --user list" : "")
            """)
        return manager
    }

    static func succeed(_ manager: UserManager, _ lines: String) throws -> [Substring] {
        let prelude = """
            detector() { { echo '#!/bin/bash'; cat; } >~/.local/bin/moodscan; chmod 755 ~/.local/bin/moodscan; }
            happy='echo "{\\"emotions\\":{\\"happy\\":0.9}}"'

            """
        let outcome = manager.shell(ServiceTests.prelude + prelude + lines)
        let log = String(decoding: Places.contents(manager.home.path + "/log"), as: UTF8.self)
        try #require(outcome.code == 0, "\(outcome.output)\n\(outcome.errors)\nthe daemon's log: \(log)")
        return outcome.output.split(separator: "\n")
    }

    @Test("a unit of its own shuts the detector off, ends all that it started and leaves nothing")
    func unit() throws {
        let printed = try Self.succeed(
            try Self.manager(withBus: true),
            """
            detector <<END
            readlink /proc/self/ns/net >~/network
            cat /proc/self/cgroup >~/group
            printf '%s|' "\\$@" >~/arguments
            setsid sleep 1000 &
            echo \\$! >~/pid
            $happy
            END
            touch ~/'$HOME %h.png'
            moodctl scan ~/'$HOME %h.png'
            [[ $(<~/arguments) == ~/'$HOME %h.png|' ]] || cat ~/arguments
            [[ $(<~/network) != $(readlink /proc/self/ns/net) ]] || echo "the network is there"
            grep -o 'mood-scan' ~/group
            ! kill -0 $(<~/pid) 2>/dev/null || echo "something is left"
            moodctl mood
            systemctl --user --all --no-legend list-units 'mood-scan*' | wc -l
            """)
        #expect(printed == ["happy\t0.9", "mood-scan", "happy", "0"])
    }

    @Test("faults are told the same with a bus and without", arguments: [true, false])
    func faults(withBus: Bool) throws {
        let printed = try Self.succeed(
            try Self.manager(withBus: withBus),
            """
            scan() { detector; moodctl scan 2>&1 || echo "$?"; }
            scan <<<'echo "no camera" >&2; exit 3'
            scan <<<'kill -SEGV $$'
            scan <<<'head -c 10000000 /dev/zero'
            scan <<<"$happy"
            # What runs in the daemon's sandbox can write to the daemon's folders only.
            folder=$XDG_RUNTIME_DIR/mood
            detector <<END
            echo \\$\\$ >$folder/pid
            echo begun >$folder/mark
            trap '' TERM
            sleep 1000
            sleep 1000
            END
            moodctl scan 2>&1 &
            until_prints begun cat $folder/mark
            moodctl mood sad
            wait
            ! kill -0 $(<$folder/pid) 2>/dev/null || echo "something is left"
            moodctl mood
            """)
        #expect(
            printed == [
                "moodscan: no camera", "1", "moodscan: it crashed (Segmentation fault)", "1",
                "moodscan: it printed more than an answer", "1", "happy\t0.9",
                "moodscan: the scan was given up", "sad",
            ])
    }
}
