import Glibc

/// Where the daemon's socket lies, and the lock beside it.
public struct SocketPath: Equatable, Sendable {
    /// The socket.
    public let path: String
    /// Whether `$MOOD_SOCKET` names it; it may then lead to another machine, and the lock tells nothing.
    public let isGiven: Bool

    /// The file that a running daemon holds locked: `control.lock` for `control.sock`.
    public var lockPath: String {
        (path.hasSuffix(".sock") ? String(path.dropLast(5)) : path) + ".lock"
    }

    /// The folder that holds both.
    public var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The most bytes that a socket's path may have: `sun_path` less the NUL that ends it.
    public static let longest = 107

    /// The path that this process's environment and user lead to.
    public static func resolve() throws(SocketPathError) -> SocketPath {
        try resolve(user: getuid(), environment: environmentVariable, owner: owner(ofFolder:))
    }

    /// The path for a user, in an environment.
    ///
    /// `$MOOD_SOCKET`, else `$XDG_RUNTIME_DIR/mood/control.sock`, else `/run/user/UID/mood/control.sock`. An empty
    /// variable counts as none; a runtime folder that is relative, missing or somebody else's is passed over.
    ///
    /// - Parameter owner: the user to whom a folder belongs; nil if there is no such folder.
    static func resolve(
        user: uid_t, environment: (String) -> String?, owner: (String) -> uid_t?
    ) throws(SocketPathError) -> SocketPath {
        if let given = environment("MOOD_SOCKET"), !given.isEmpty {
            return try SocketPath(checking: given, isGiven: true)
        }
        if let folder = environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/"), owner(folder) == user {
            return try SocketPath(in: folder)
        }
        let system = "/run/user/\(user)"
        guard owner(system) == user else { throw .noRuntimeFolder(system: system) }
        return try SocketPath(in: system)
    }

    private init(in folder: String) throws(SocketPathError) {
        try self.init(checking: folder + (folder.hasSuffix("/") ? "" : "/") + "mood/control.sock", isGiven: false)
    }

    private init(checking path: String, isGiven: Bool) throws(SocketPathError) {
        guard path.utf8.count <= Self.longest else { throw .tooLong(path: path) }
        self.path = path
        self.isGiven = isGiven
    }
}

/// Why there is no path for the socket.
public enum SocketPathError: Error, Equatable, Sendable {
    /// A socket's path holds 107 bytes at most.
    case tooLong(path: String)
    /// Neither `$XDG_RUNTIME_DIR` nor `/run/user/UID` is a folder of this user's.
    case noRuntimeFolder(system: String)
}

extension SocketPathError: CustomStringConvertible {
    /// What is wrong and what to do, for a person.
    public var description: String {
        switch self {
        case .tooLong(let path):
            "the socket's path has \(path.utf8.count) bytes and may have \(SocketPath.longest): "
                + "set MOOD_SOCKET to a shorter one than \(path)"
        case .noRuntimeFolder(let system):
            "no folder for the socket: neither XDG_RUNTIME_DIR nor \(system) is a folder of yours; set MOOD_SOCKET"
        }
    }
}

private func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}

private func owner(ofFolder path: String) -> uid_t? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    return status.st_uid
}
