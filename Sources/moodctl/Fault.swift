import MoodProtocol

/// Why a command failed, as one line for a person and one exit code for a script.
struct Fault: Error, Equatable {
    enum Kind: Int32 {
        case refused = 1
        case usage = 2
        case noDaemon = 3
        case timedOut = 124
    }

    let kind: Kind
    let message: String
    /// The daemon's reason, where it was the daemon that refused.
    var reason: RPCError.Reason?

    /// What was typed can't be understood.
    static func usage(_ message: String) -> Fault { Fault(kind: .usage, message: message) }

    /// The daemon, or the system, won't do it.
    static func refused(_ message: String, _ reason: RPCError.Reason? = nil) -> Fault {
        Fault(kind: .refused, message: message, reason: reason)
    }

    static var noDaemon: Fault {
        Fault(kind: .noDaemon, message: "moodd isn't running: \(UserService.start)")
    }
}
