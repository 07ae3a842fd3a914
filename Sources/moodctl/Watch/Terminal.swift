import Glibc

/// The terminal, taken over for a full screen and given back as it was.
struct Terminal {
    private let original: termios

    /// What is asked of it: the alternate screen, no cursor, no wrapping at the edge, the mouse's clicks, drags and
    /// wheel in their SGR form, and what is pasted marked as such (xterm's control sequences).
    private static let opening = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h"
    private static let closing =
        "\u{1B}[0m\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Takes note of how it is.
    ///
    /// - Throws: usage, where there is no terminal that could show a screen.
    init() throws(Fault) {
        var attributes = termios()
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &attributes) == 0 else {
            throw .usage("watch fills a terminal, and this is none: moodctl follow prints lines")
        }
        let name = Self.variable("TERM")
        guard let name, name != "dumb" else {
            throw .usage("watch fills a terminal, and TERM=\(name ?? "") can't be filled: moodctl follow prints lines")
        }
        original = attributes
    }

    /// Whether colours are wanted (no-color.org).
    static var hasColors: Bool { variable("NO_COLOR") == nil }

    /// Whether it shows more than 256 colours.
    static var hasTrueColor: Bool { ["truecolor", "24bit"].contains(variable("COLORTERM")) }

    /// Columns and rows.
    var size: (width: Int, height: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (min(Int(size.ws_col), 1000), min(Int(size.ws_row), 500))
    }

    /// Takes it over.
    func open(_ output: inout TerminalOutput) {
        var attributes = original
        cfmakeraw(&attributes)
        set(attributes)
        output.print(Self.opening.utf8)
    }

    /// Gives it back, as far as it takes anything.
    func close(_ output: inout TerminalOutput) {
        output.print(Self.closing.utf8)
        output.finish()
        set(original)
    }

    /// Drops what was typed, and waits for nothing: what is on its way out may never be taken.
    private func set(_ attributes: termios) {
        var attributes = attributes
        tcflush(STDIN_FILENO, TCIFLUSH)
        tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
    }

    /// A variable of the environment that isn't empty.
    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
