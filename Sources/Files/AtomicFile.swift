import Glibc

/// A file that is there whole or not at all: written beside its place, synced, renamed, and the folder synced.
///
/// Only the user can read it (0600). A former file of that name stays untouched until the new one is safe. Blocks, and
/// so runs on a worker thread.
public struct AtomicFile: ~Copyable {
    private let path: String
    private let temporary: String
    private let descriptor: Int32

    /// Opens the temporary file, `path` and a suffix; one that was left behind is overwritten.
    public init(_ path: String, suffix: String = ".new") throws(SystemFault) {
        self.path = path
        temporary = path + suffix
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemFault(path: temporary, code: errno) }
    }

    /// Writes all of the bytes after those written before.
    public func write(_ bytes: [UInt8]) throws(SystemFault) {
        let code = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
        guard code == 0 else { throw SystemFault(path: path, code: code) }
    }

    /// Puts the file in its place.
    public consuming func commit() throws(SystemFault) {
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
            throw SystemFault(path: path, code: errno)
        }
        try syncFolder(of: path)
    }

    deinit {
        close(descriptor)
        unlink(temporary)
    }

    /// Writes a whole file at once.
    public static func write(_ bytes: [UInt8], to path: String, suffix: String = ".new") throws(SystemFault) {
        let file = try AtomicFile(path, suffix: suffix)
        try file.write(bytes)
        try file.commit()
    }
}

/// Writes all of the bytes, however often the system takes only some; zero, or the error's number.
public func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var written = 0
    while written < bytes.count {
        let count = write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
        if count >= 0 {
            written += count
        } else if errno != EINTR {
            return errno
        }
    }
    return 0
}

/// Makes what was renamed in the folder of this file survive a power cut.
public func syncFolder(of path: String) throws(SystemFault) {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFault(path: folder, code: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw SystemFault(path: folder, code: errno) }
}

/// Makes a folder and those above it, for the user alone (0700); one that is there stays as it is.
public func makeFolder(_ path: String) throws(SystemFault) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
        throw SystemFault(path: path, code: errno)
    }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemFault(path: path, code: errno) }
}
