import Glibc

/// Opening files that were named from outside, so that none of them can hold the daemon up.
public enum RegularFile {
    /// Opens a regular file for reading; the caller owns the descriptor.
    ///
    /// Pipes, sockets and devices are refused before they are opened, as opening one may already do something.
    public static func open(_ path: [UInt8]) throws(SystemFault) -> Int32 {
        try path.withCString { name in
            Result { () throws(SystemFault) in try open(name, path) }
        }.get()
    }

    /// The whole file; `limit` bytes at most, else it counts as too large.
    public static func read(_ path: [UInt8], limit: Int) throws(SystemFault) -> [UInt8] {
        let descriptor = try open(path)
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw fault(path, errno) }
        guard status.st_size <= limit else { throw fault(path, EFBIG) }
        var code: Int32 = 0
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
                if got > 0 {
                    count += got
                } else if got == 0 || errno != EINTR {
                    code = got == 0 ? 0 : errno
                    return
                }
            }
        }
        guard code == 0 else { throw fault(path, code) }
        return bytes
    }

    private static func open(_ name: UnsafePointer<CChar>, _ path: [UInt8]) throws(SystemFault) -> Int32 {
        var status = stat()
        guard stat(name, &status) == 0 else { throw fault(path, errno) }
        try refuse(status, path)
        let descriptor = Glibc.open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw fault(path, errno) }
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw fault(path, ENXIO)
        }
        return descriptor
    }

    private static func refuse(_ status: stat, _ path: [UInt8]) throws(SystemFault) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw fault(path, EISDIR)
        default: throw fault(path, ENXIO)
        }
    }

    private static func fault(_ path: [UInt8], _ code: Int32) -> SystemFault {
        SystemFault(path: String(decoding: path, as: UTF8.self), code: code)
    }
}
