/// How a program ended.
public enum ProgramEnd: Equatable, Sendable {
    /// By itself, with this code.
    case exited(Int32)
    /// By this signal.
    case killed(signal: Int32)
}
