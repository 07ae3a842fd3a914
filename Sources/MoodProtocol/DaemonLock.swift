import Glibc

/// The lock that a running daemon holds beside its socket.
public enum DaemonLock {
    /// `F_OFD_GETLK` of the kernel's interface, which Glibc's module doesn't show.
    private static let ask: Int32 = 36

    /// Whether a daemon holds the lock, as `F_OFD_GETLK` answers; the lock itself is not taken.
    public static func isHeld(at path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        guard fcntl(file, ask, &lock) == 0 else { return false }
        return lock.l_type != Int16(F_UNLCK)
    }
}
