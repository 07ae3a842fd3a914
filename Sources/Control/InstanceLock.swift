import CSystemd
import EventLoop
import Glibc

/// The lock that tells a daemon runs; held while this value lives, and at most until the process ends, however it does.
struct InstanceLock: ~Copyable {
    private let descriptor: Int32

    /// Takes the lock, and writes the own process number into the file, for people.
    ///
    /// - Throws: `ControlServerError.alreadyRunning`, `inTheWay` or `SystemError`.
    init(at path: String) throws {
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            guard errno != ELOOP, errno != EISDIR else { throw ControlServerError.inTheWay(path: path) }
            throw SystemError("open the lock \(path)")
        }
        do {
            try Self.take(file, path)
        } catch {
            close(file)
            throw error
        }
        descriptor = file
    }

    private static func take(_ file: Int32, _ path: String) throws {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw SystemError("look at \(path)") }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            throw ControlServerError.inTheWay(path: path)
        }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        guard fcntl(file, F_OFD_SETLK, &lock) == 0 else {
            guard errno == EAGAIN || errno == EACCES else { throw SystemError("lock \(path)") }
            throw ControlServerError.alreadyRunning(pid: holder(file))
        }
        ftruncate(file, 0)
        let line = "\(getpid())\n"
        pwrite(file, line, line.utf8.count, 0)
    }

    /// The process number in the file; an open-file-description lock itself doesn't tell who holds it.
    private static func holder(_ file: Int32) -> Int32? {
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { buffer in
            let count = pread(file, buffer.baseAddress, buffer.count, 0)
            guard count > 0 else { return nil }
            return Int32(String(decoding: buffer.prefix(count).prefix { $0 != 0x0A }, as: UTF8.self))
        }
    }

    deinit {
        close(descriptor)
    }
}
