import Glibc

/// A runtime folder for one test, as `$XDG_RUNTIME_DIR` names it.
final class RuntimeFolder: Sendable {
    let path: String

    /// - Parameter hasManager: Whether it looks as if the user's systemd ran there.
    init(hasManager: Bool = true) {
        var name = Array("/tmp/moodctl-XXXXXX".utf8CString)
        path = mkdtemp(&name).map { String(cString: $0) } ?? "/nonexistent"
        guard hasManager else { return }
        mkdir("\(path)/systemd", 0o700)
        close(open("\(path)/systemd/private", O_CREAT | O_WRONLY, 0o600))
    }

    deinit {
        for name in ["mood/control.sock", "mood/control.lock", "systemd/private"] { unlink("\(path)/\(name)") }
        rmdir("\(path)/mood")
        rmdir("\(path)/systemd")
        rmdir(path)
    }

    var environment: [String] { ["XDG_RUNTIME_DIR=\(path)", "PATH=/usr/bin:/bin"] }

    /// A socket that listens where the daemon's does.
    func listen() -> Int32 {
        mkdir("\(path)/mood", 0o700)
        let name = "\(path)/mood/control.sock"
        unlink(name)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        precondition(result == 0 && Glibc.listen(descriptor, 16) == 0, "cannot listen on \(name)")
        return descriptor
    }

    /// The lock, as a running daemon holds it.
    func takeLock() -> Int32 {
        mkdir("\(path)/mood", 0o700)
        let descriptor = open("\(path)/mood/control.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        // F_OFD_SETLK, which Glibc's module doesn't show.
        precondition(fcntl(descriptor, 37, &lock) == 0, "cannot lock")
        return descriptor
    }
}
