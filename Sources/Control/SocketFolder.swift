import EventLoop
import Glibc
import MoodProtocol

/// The folder of the socket and its lock, made and checked.
enum SocketFolder {
    /// Makes the folder if it is missing, for this user alone, and refuses one in which others could put a socket of
    /// their own.
    ///
    /// The standard folder is kept at 0700. One that `$MOOD_SOCKET` names may be readable by others, or shared and
    /// sticky like /tmp: the socket in it is still this user's alone.
    static func prepare(_ path: SocketPath) throws {
        let folder = path.folder
        if mkdir(folder, 0o700) != 0, errno != EEXIST { throw SystemError("make the folder \(folder)") }
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ELOOP || errno == ENOTDIR else { throw SystemError("open the folder \(folder)") }
            throw ControlServerError.unsafeFolder(path: folder, reason: "isn't a folder but a link or a file")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError("look at the folder \(folder)") }
        let isOwn = status.st_uid == geteuid()
        let othersWrite = status.st_mode & 0o022 != 0
        let isSticky = status.st_mode & S_ISVTX != 0
        if path.isGiven {
            guard isOwn || status.st_uid == 0 else { throw belongsToSomebodyElse(folder) }
            guard !othersWrite || isSticky else {
                throw ControlServerError.unsafeFolder(path: folder, reason: "can be changed by others")
            }
        } else {
            guard isOwn else { throw belongsToSomebodyElse(folder) }
            if status.st_mode & 0o7777 != 0o700, fchmod(descriptor, 0o700) != 0 {
                throw SystemError("keep \(folder) to yourself")
            }
        }
    }

    private static func belongsToSomebodyElse(_ folder: String) -> ControlServerError {
        .unsafeFolder(path: folder, reason: "belongs to somebody else")
    }
}
