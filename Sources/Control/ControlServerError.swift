/// Why the daemon cannot serve its socket.
public enum ControlServerError: Error, Equatable, CustomStringConvertible {
    /// Another daemon holds the lock; its process, if that could be read.
    case alreadyRunning(pid: Int32?)
    /// The service manager listens there, and will start the daemon itself.
    case systemdListens
    /// The folder lies in other people's reach.
    case unsafeFolder(path: String, reason: String)
    /// Something that is no socket of this user's has the socket's name, or no file of this user's the lock's.
    case inTheWay(path: String)
    /// The descriptor that was handed over is no listening Unix socket.
    case notListening(descriptor: Int32)

    /// What is wrong and what to do, for a person.
    public var description: String {
        switch self {
        case .alreadyRunning(let pid): "moodd is already running" + (pid.map { " (pid \($0))" } ?? "")
        case .systemdListens: "systemd listens here: systemctl --user start moodd"
        case .unsafeFolder(let path, let reason):
            "\(path) \(reason): the socket needs a folder of yours that nobody else can change"
        case .inTheWay(let path): "\(path) is in the way: it isn't a file that moodd made; move it elsewhere"
        case .notListening(let descriptor):
            "descriptor \(descriptor), handed over by the service manager, isn't a listening Unix socket: "
                + "check ListenStream= in moodd.socket"
        }
    }
}
