import Files
import Glibc

/// Keeps what can't be read under another name, so that nothing overwrites it.
enum SetAside {
    /// Gives the file another name, and answers it; nil if there is no such file.
    ///
    /// The name tells the day and the time (UTC), and is one that no other file has.
    ///
    /// - Parameter staying: whether it stays under its own name too, until another file takes that at one stroke; not
    ///   every file system can do this.
    static func rename(_ path: String, staying: Bool = false) throws(SystemFault) -> String? {
        let stem = "\(path).unreadable-\(stamp())"
        var name = stem
        var attempt = 1
        var status = stat()
        while lstat(name, &status) == 0 {
            attempt += 1
            name = "\(stem)-\(attempt)"
        }
        if staying, link(path, name) == 0 { return name }
        if Glibc.rename(path, name) == 0 { return name }
        if errno == ENOENT { return nil }
        throw SystemFault(path: path, code: errno)
    }

    private static func stamp() -> String {
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            _ = strftime(start, buffer.count, "%Y%m%dT%H%M%SZ", &parts)
            return String(cString: start)
        }
    }
}
