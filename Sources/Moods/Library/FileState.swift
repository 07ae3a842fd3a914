import Files
import Glibc
import Media
import Playback

/// What shows that a file was changed: its size, and the time at which that was done.
struct FileState: Equatable, Sendable {
    let size: Int64
    /// Nanoseconds since 1970.
    let modified: Int64

    init(size: Int64, modified: Int64) {
        self.size = size
        self.modified = modified
    }

    /// Asks the system; nil if there is no regular file.
    init?(_ path: [UInt8]) {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        size = Int64(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    }
}

extension [UInt8] {
    /// Whether this path is the folder's, or that of something in it.
    func isInside(_ folder: [UInt8]) -> Bool {
        guard starts(with: folder) else { return false }
        return count == folder.count || folder.last == UInt8(ascii: "/") || self[folder.count] == UInt8(ascii: "/")
    }
}

/// The time, in seconds.
enum Moment {
    /// On a clock that only goes forward.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Since 1970.
    static var sinceEpoch: Double { Double(time(nil)) }
}

extension Track {
    /// Whether it can be had: its file is there, or it comes from elsewhere.
    var isThere: Bool {
        guard let path = Location.path(uri: uri) else { return true }
        return path.withCString { access($0, R_OK) } == 0
    }
}
