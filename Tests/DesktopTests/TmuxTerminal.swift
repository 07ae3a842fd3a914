import DaemonSupport
import Foundation
import TestSupport

/// A terminal of tmux's with a shell in it, which ends with this object.
final class TmuxTerminal {
    private let socket: String
    private let environment: [String]

    /// - Parameter variables: What the shell finds in its environment, the daemon's variables besides.
    init(_ daemon: PrivateDaemon, width: Int = 80, height: Int = 24, variables: [String] = []) throws {
        socket = daemon.home.path + "/tmux"
        environment = daemon.variables + ["TERM=xterm-256color", "SHELL=/bin/sh"] + variables
        try tmux("-f", "/dev/null", "new-session", "-d", "-x", "\(width)", "-y", "\(height)", "/bin/bash --norc -i")
        try tmux("set", "-g", "escape-time", "0")
        try type("PS1='ready$ ' PATH=\(Places.builds):$PATH; cd; clear", "Enter")
        try see("ready$")
    }

    deinit { _ = try? tmux("kill-server") }

    /// What is seen, a string a line.
    var lines: [String] {
        get throws {
            try tmux("capture-pane", "-p").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// What is seen, with the sequences that colour it.
    var styledText: String { get throws { try tmux("capture-pane", "-p", "-e") } }

    /// Whether the terminal is as a shell leaves it: its own screen, a cursor, no reports of the mouse.
    var isPlain: Bool {
        get throws {
            try tmux("display", "-p", "#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{mouse_sgr_flag} #{wrap_flag}")
                .hasPrefix("0 1 0 0 1")
        }
    }

    /// Presses keys by tmux's names; a word of which tmux knows none is typed.
    func type(_ keys: String...) throws {
        for key in keys { try tmux("send-keys", key) }
    }

    /// Sends bytes as a terminal does, such as the mouse's.
    func send(_ text: String) throws { try tmux("send-keys", "-l", text) }

    func resize(width: Int, height: Int) throws {
        try tmux("resize-window", "-x", "\(width)", "-y", "\(height)")
    }

    /// Waits until all of these are seen.
    func see(_ words: String...) throws {
        let isThere = try eventually {
            let text = try lines.joined(separator: "\n")
            return words.allSatisfy(text.contains)
        }
        guard isThere else { throw Fault("in vain: \(words)\n" + (try lines.joined(separator: "\n"))) }
    }

    @discardableResult
    private func tmux(_ words: String...) throws -> String {
        let run = BuiltProgram(path: "/usr/bin/tmux").run(["-S", socket] + words, environment: environment)
        guard run.code == 0 else { throw Fault("tmux \(words): \(run.errors)") }
        return run.output
    }
}

extension Places {
    /// Where the programs of this build lie.
    static var builds: String { String(Program.path("").dropLast()) }
}
