/// What a person did at the terminal.
enum TerminalEvent: Equatable, Sendable {
    case key(Key)
    case mouse(Mouse)
    /// Text that was pasted, which is never taken for commands.
    case paste(String)
}

/// A key, or keys together.
enum Key: Equatable, Sendable {
    /// What it writes: one scalar.
    case character(Unicode.Scalar)
    /// Ctrl and a letter, in lower case.
    case control(Unicode.Scalar)
    case up, down, left, right, home, end, pageUp, pageDown
    /// Left and right with Shift.
    case shiftLeft, shiftRight
    case enter, tab, escape, backspace, delete
}

/// The mouse, at a cell of the screen.
struct Mouse: Equatable, Sendable {
    enum Action: Equatable, Sendable {
        case press, drag, release, wheelUp, wheelDown
    }

    var action: Action
    var position: Position
}
