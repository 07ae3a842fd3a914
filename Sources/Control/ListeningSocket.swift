import CSystemd
import EventLoop
import Glibc
import MoodProtocol

/// The socket on which clients knock, and the lock beside it.
struct ListeningSocket: ~Copyable {
    let descriptor: Int32
    /// The name to remove at the end; nil for a socket that the service manager made.
    private let ownPath: String?
    private let lock: InstanceLock

    /// Listens at the path, replacing what a daemon that died left there.
    init(at path: SocketPath) throws {
        try SocketFolder.prepare(path)
        let lock = try InstanceLock(at: path.lockPath)
        try Self.clear(path.path)
        descriptor = try Self.listen(path.path)
        ownPath = path.path
        self.lock = lock
    }

    /// Takes a socket that the service manager made and listens on.
    init(inherited descriptor: Int32, beside path: SocketPath) throws {
        guard Self.isListening(descriptor) else { throw ControlServerError.notListening(descriptor: descriptor) }
        try SocketFolder.prepare(path)
        let lock = try InstanceLock(at: path.lockPath)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        ownPath = nil
        self.descriptor = descriptor
        self.lock = lock
    }

    deinit {
        // The lock still holds, so that it is this socket and no newer daemon's that loses its name.
        if let ownPath { unlink(ownPath) }
        close(descriptor)
    }

    /// Removes a dead socket from the path; with the lock held, no daemon of this kind can be behind it.
    private static func clear(_ path: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw SystemError("look at \(path)") }
            return
        }
        guard status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == geteuid() else {
            throw ControlServerError.inTheWay(path: path)
        }
        let client = try makeSocket()
        defer { close(client) }
        if withAddress(of: path, { connect(client, $0, $1) }) == 0 || errno == EAGAIN {
            throw ControlServerError.systemdListens
        }
        guard errno == ECONNREFUSED || errno == ENOENT else { throw SystemError("ask who listens at \(path)") }
        guard unlink(path) == 0 || errno == ENOENT else { throw SystemError("remove the dead socket \(path)") }
    }

    private static func listen(_ path: String) throws -> Int32 {
        let descriptor = try makeSocket()
        // The file takes over the mode of the socket, so that there is no moment at which others could connect.
        let isUp =
            fchmod(descriptor, 0o600) == 0 && withAddress(of: path) { bind(descriptor, $0, $1) } == 0
            && Glibc.listen(descriptor, SOMAXCONN) == 0
        guard isUp else {
            let error = SystemError("listen at \(path)")
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func makeSocket() throws -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw SystemError("make a socket") }
        return descriptor
    }

    private static func isListening(_ descriptor: Int32) -> Bool {
        option(SO_DOMAIN, of: descriptor) == AF_UNIX && option(SO_ACCEPTCONN, of: descriptor) == 1
            && option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }

    /// The path is at most `SocketPath.longest` bytes, which fit.
    private static func withAddress(of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(SocketPath.longest)) }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
