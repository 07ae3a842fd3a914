import Glibc

/// What the system refused to do with a file, as one sentence for a person: `/music/x.mp3: no such file`.
public struct SystemFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file or folder, printable whatever its bytes are.
    public let path: String
    /// The system's error number.
    public let code: Int32

    /// What went wrong, without the path.
    public var reason: String {
        switch code {
        case ENOENT: "no such file"
        case EACCES, EPERM: "not allowed to read or write it"
        case EISDIR: "a folder, not a file"
        case ENOTDIR: "one of its folders is a file"
        case ENOSPC, EDQUOT: "the disk is full"
        case EROFS: "the disk is mounted read-only"
        case ELOOP: "too many symbolic links"
        case ENAMETOOLONG: "the name is too long"
        case ENXIO, ENOTSUP: "neither a file nor a folder"
        default: String(cString: strerror(code)).lowercasedFirst
        }
    }

    /// Path and reason.
    public var description: String { "\(path): \(reason)" }

    /// The fault of a call that failed with this `errno`.
    public init(path: String, code: Int32) {
        self.path = path
        self.code = code
    }
}

extension String {
    /// As the system's messages read in the middle of a sentence.
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
