import Glibc
import MoodProtocol

/// Notices, without asking again and again, that a daemon may have come up.
///
/// The daemon opens and locks `control.lock`, and makes its socket unless systemd did. Opening the lock file would
/// itself be noticed, so it is opened once, and the lock is asked for through that.
final class RuntimeFolderWatch {
    /// Readable when something happened.
    let descriptor: Int32
    private let path: SocketPath
    private var lockFile: Int32 = -1
    /// `F_OFD_GETLK` of the kernel's interface, which Glibc's module doesn't show.
    private static let getLock: Int32 = 36

    init(_ path: SocketPath) throws(Fault) {
        self.path = path
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard descriptor >= 0 else { throw .refused("inotify: \(String(cString: strerror(errno)))") }
        watch()
    }

    deinit {
        close(descriptor)
        if lockFile >= 0 { close(lockFile) }
    }

    /// Whether connecting could find a daemon, and wouldn't start one.
    var mayHaveDaemon: Bool {
        if path.isGiven { return true }
        var status = stat()
        if lockFile >= 0, fstat(lockFile, &status) == 0, status.st_nlink == 0 {
            close(lockFile)
            lockFile = -1
        }
        if lockFile < 0 { lockFile = open(path.lockPath, O_RDONLY | O_CLOEXEC) }
        guard lockFile >= 0 else { return false }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return fcntl(lockFile, Self.getLock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    /// Takes in what happened; what exactly doesn't matter.
    func readEvents() {
        var block = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &block, block.count) > 0 {}
        watch()
    }

    /// Watches the folder, and the one above it, where the folder itself may be made anew.
    private func watch() {
        let arrivals = UInt32(IN_CREATE | IN_MOVED_TO)
        _ = inotify_add_watch(descriptor, path.folder, arrivals | UInt32(IN_OPEN | IN_MODIFY | IN_CLOSE_WRITE))
        let above = path.folder.lastIndex(of: "/").map { String(path.folder[..<$0]) } ?? "."
        _ = inotify_add_watch(descriptor, above.isEmpty ? "/" : above, arrivals)
    }
}
