import DaemonSupport
import Foundation
import TestSupport
import Testing

/// The daemon as a service of a real user manager, in its sandbox, with a PulseAudio of the same user.
@Suite(.serialized, .enabled(if: UserManager.refusal == nil, Comment(rawValue: UserManager.refusal ?? "")))
struct ServiceTests {
    /// The shell functions of contrib, and what else the lines below use.
    static let prelude = """
        . \(UserManager.tree)/contrib/packages.sh
        . \(UserManager.tree)/contrib/service.sh
        units=~/.local/share/systemd/user
        place() {
            place_units $units \(UserManager.programs)/moodd \\
                Environment=PULSE_SERVER=unix:%t/sound Environment=LD_LIBRARY_PATH=/run/mood/swift \\
                StandardOutput=append:%h/log StandardError=append:%h/log
        }
        moodctl() { \(UserManager.programs)/moodctl "$@"; }
        property() { systemctl --user show --property="$1" --value moodd.service; }
        # Until a command prints a word, ten seconds at most.
        until_prints() {
            local word=$1 turn
            shift
            for ((turn = 0; turn < 200; turn++)); do
                [[ $("$@" 2>&1) != *"$word"* ]] || return 0
                sleep 0.05
            done
            echo "no \\"$word\\" from $*: $("$@" 2>&1)" >&2
            return 1
        }

        """

    /// A user manager with sound and three files of music, and the units in place.
    private func manager(withoutNamespaces: Bool = false) throws -> UserManager {
        let manager = try UserManager(withoutNamespaces: withoutNamespaces)
        _ = try Music.fill(manager.home.appending(path: "Music"), count: 3)
        try succeed(
            manager,
            """
            place
            cat >$units/sound.service <<'END'
            [Service]
            ExecStart=pulseaudio -n --daemonize=no --exit-idle-time=-1 --use-pid-file=no -L "module-null-sink" \\
                -L "module-native-protocol-unix auth-anonymous=1 socket=%t/sound"
            END
            systemctl --user daemon-reload
            systemctl --user start sound.service
            """)
        return manager
    }

    @discardableResult
    private func succeed(_ manager: UserManager, _ lines: String) throws -> String {
        let outcome = manager.shell(Self.prelude + lines)
        let log = String(decoding: Places.contents(manager.home.path + "/log"), as: UTF8.self)
        try #require(outcome.code == 0, "\(outcome.output)\n\(outcome.errors)\nthe daemon's log: \(log)")
        return outcome.output.hasSuffix("\n") ? String(outcome.output.dropLast()) : outcome.output
    }

    @Test func aClientStartsItThroughTheSocket() throws {
        let manager = try manager()
        let printed = try succeed(
            manager,
            """
            systemctl --user start moodd.socket
            moodctl status || echo "status: $?"
            systemctl --user is-active moodd.service || true
            moodctl add ~/Music
            systemctl --user is-active moodd.service
            moodctl list | wc -l
            """)
        #expect(printed == "status: 3\ninactive\nactive\n3")
    }

    @Test func aRestartKeepsQueueAndPlaceAndTheMusicGoesOn() throws {
        let manager = try manager()
        let printed = try succeed(
            manager,
            """
            start_service $units
            moodctl play ~/Music
            moodctl next
            moodctl seek 100
            until_prints "1:41" moodctl status
            systemctl --user restart moodd.service
            until_prints "1:42" moodctl status
            moodctl status --format '{{state}} {{number}}'
            moodctl list | wc -l
            """)
        #expect(printed == "playing 2\n3")
    }

    @Test func killedItIsStartedAgainAndTheMusicGoesOn() throws {
        let manager = try manager()
        let printed = try succeed(
            manager,
            """
            start_service $units
            moodctl play ~/Music
            moodctl seek 100
            until_prints "1:41" moodctl status
            systemctl --user kill --signal=KILL moodd.service
            until_prints 1 property NRestarts
            until_prints "1:42" moodctl status
            moodctl status --format '{{state}} {{number}}'
            """)
        #expect(printed == "playing 1")
    }

    @Test func reloadReadsTheConfigurationAndStopEndsItCleanly() throws {
        let manager = try manager()
        let printed = try succeed(
            manager,
            """
            start_service $units
            mkdir -p ~/.config/mood
            echo '{ colour: "red" }' >~/.config/mood/config.json
            systemctl --user reload moodd.service
            until_prints colour moodctl info
            systemctl --user stop moodd.service
            property Result
            property ExecMainStatus
            moodctl pause
            """)
        #expect(printed.split(separator: "\n").suffix(2) == ["success", "0"])
    }

    @Test func theSandboxIsInForce() throws {
        let manager = try manager()
        let printed = try succeed(
            manager,
            """
            start_service $units
            pid=$(property MainPID)
            awk '{ print $3 }' /proc/$pid/uid_map
            awk '$5 == "/" { print substr($6, 1, 2) }' /proc/$pid/mountinfo | tail -n 1
            awk '/^(NoNewPrivs|Seccomp):/ { print $2 }' /proc/$pid/status
            systemd-analyze --user --no-pager security moodd.service | tail -n 1
            """)
        let lines = printed.split(separator: "\n")
        #expect(lines.prefix(4) == ["1", "ro", "1", "2"])
        print(lines.last ?? "")
    }

    @Test func whereUserNamespacesAreRefusedItRunsWithoutThem() throws {
        let manager = try manager(withoutNamespaces: true)
        let printed = try succeed(
            manager,
            """
            start_service $units
            moodctl play ~/Music
            until_prints "0:01" moodctl status
            """)
        #expect(printed.contains("no user namespaces here"))
    }

    @Test func aFolderWithoutPermissionIsNamed() throws {
        let manager = try manager()
        let printed = try succeed(
            manager,
            """
            start_service $units
            mkdir -m 0 ~/locked
            moodctl add ~/locked 2>&1 || echo "exit $?"
            moodctl list | wc -l
            """)
        #expect(
            printed.contains("locked") && printed.contains("not allowed") && printed.hasSuffix("exit 1\n0"),
            "\(printed)")
    }
}
