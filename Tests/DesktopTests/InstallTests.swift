import Foundation
import TestSupport
import Testing

/// contrib/install, run by an ordinary user in an empty home, under a real user manager.
@Suite(.serialized, .enabled(if: UserManager.refusal == nil, Comment(rawValue: UserManager.refusal ?? "")))
struct InstallTests {
    private static let install = "\(UserManager.tree)/contrib/install"

    @discardableResult
    private func shell(_ manager: UserManager, _ lines: String) throws -> String {
        try Desktop.check(
            manager.shell(
                Desktop.prelude
                    + """
                    export LD_LIBRARY_PATH=/run/mood/swift
                    install() { \(Self.install) --from \(UserManager.programs); }

                    """ + lines))
    }

    /// A user who has a configuration, and a manager whose services find the libraries of a build for tests.
    private func user() throws -> UserManager {
        let manager = try UserManager()
        try shell(
            manager,
            """
            mkdir -p ~/.config/mood
            echo '{ output: { type: "null" } }' >~/.config/mood/config.json
            systemctl --user set-environment LD_LIBRARY_PATH=$LD_LIBRARY_PATH
            """)
        return manager
    }

    @Test func theServiceRunsAndStartsAtLoginAndUninstallLeavesNothingBehind() throws {
        let printed = try shell(
            user(),
            """
            find ~ -type f | sort >/tmp/before.$$
            install >/dev/null
            systemctl --user is-active moodd.service moodd.socket
            systemctl --user is-enabled moodd.service moodd.socket
            moodctl info >/dev/null
            install >/dev/null
            moodctl info >/dev/null
            \(Self.install) --uninstall >/dev/null
            systemctl --user is-active moodd.service moodd.socket || true
            find ~ -type f -not -path '*/state/mood/*' -not -path '*/.cache/*' | sort | diff /tmp/before.$$ - && echo same
            find ~/.local -name '*mood*'
            rm /tmp/before.$$
            """)
        let lines = printed.split(separator: "\n").map(String.init)
        #expect(lines.prefix(7) == ["active", "active", "enabled", "enabled", "inactive", "inactive", "same"])
        // Queue and playlists stay.
        #expect(
            Set(lines.dropFirst(7).map { $0.components(separatedBy: "/.local/")[1] }) == ["state/mood", "share/mood"])
    }

    @Test func withoutAUserManagerItSaysHowToStartTheDaemon() throws {
        let printed = try shell(
            user(),
            """
            export XDG_RUNTIME_DIR=$HOME/run
            mkdir -m 700 ~/run
            install
            ~/.local/bin/moodd &
            await eval 'moodctl info >/dev/null 2>&1'
            install
            \(Self.install) --uninstall
            wait $!
            ls ~/.local/bin
            """)
        #expect(printed.contains("no user manager answers: start"))
        #expect(printed.contains("after \"moodctl quit\": one from before runs"))
        #expect(printed.contains("removed; queue, likes and bans stay in"))
        #expect(!printed.contains("\nmoodctl"))
    }

    @Test func whatIsNotThereIsNamed() throws {
        let manager = try UserManager()
        let outcome = manager.shell("\(Self.install) --from /nowhere")
        #expect(outcome.code == 1)
        #expect(outcome.errors.hasPrefix("install: no moodd, moodctl and Manual in \"/nowhere\""))
        #expect(manager.shell("\(Self.install) --nope").errors.hasPrefix("install: usage: "))
    }

    @Test func readersShellsAndDesktopsFindWhatIsTheirs() throws {
        let printed = try shell(
            user(),
            """
            install >/dev/null
            for page in moodctl moodd mood-config mood-rpc; do
                MANWIDTH=80 man --warnings -E UTF-8 $page 2>&1 >/dev/null
                mandoc -T lint -W warning "$(man -w $page)" || true
            done
            man -w moodctl | sed "s:$HOME/::"
            desktop-file-validate ~/.local/share/applications/moodd.desktop
            sed -n 's/^Exec=//p' ~/.local/share/applications/moodd.desktop | xargs -L 1 sh -c 'test -x "$1"' exec
            bash -ic '. /usr/share/bash-completion/bash_completion
                _completion_loader moodctl || true
                complete -p moodctl' 2>/dev/null
            fish -c 'complete -C "moodctl shuf"' 2>&1
            """)
        #expect(
            printed == """
                .local/share/man/man1/moodctl.1
                complete -F _moodctl moodctl
                shuffle\tplay in random order
                """)
    }

    @Test func swayTakesTheKeysAndWaybarTheModule() throws {
        let printed = try shell(
            user(),
            """
            install >/dev/null
            export WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman
            cat >~/waybar.json <<END
            { "include": ["$documents/bars/waybar.jsonc"], "modules-center": ["custom/mood"] }
            END
            cat >~/sway.conf <<END
            include $documents/keys/sway.conf
            END
            sway -C -c ~/sway.conf
            sway -c ~/sway.conf >~/sway.log 2>&1 &
            await eval 'test -S $XDG_RUNTIME_DIR/wayland-1'
            export WAYLAND_DISPLAY=wayland-1
            dbus-run-session waybar -c ~/waybar.json -s /dev/null >~/waybar.log 2>&1 &
            await pgrep -f 'moodctl follow --waybar' >/dev/null
            moodctl volume 0
            for press in {1..20}; do wtype -M logo -k XF86AudioRaiseVolume -m logo; done
            await prints 100 moodctl volume
            grep -i error ~/waybar.log || true
            """)
        #expect(printed.isEmpty)
    }
}
