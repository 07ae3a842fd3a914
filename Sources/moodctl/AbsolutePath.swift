import Glibc

/// Makes paths absolute, since the daemon works in a folder of its own.
struct AbsolutePath {
    /// The folder the shell shows, symbolic links and all.
    private let logical: [UInt8]
    /// The folder as the kernel knows it, where `..` leads.
    private let physical: [UInt8]

    init(logical: [UInt8], physical: [UInt8]) {
        self.logical = logical
        self.physical = physical
    }

    /// The present working directory; `$PWD` is believed where it is the same folder.
    static func current() throws(Fault) -> AbsolutePath {
        guard let path = getcwd(nil, 0) else {
            throw .refused("the working directory: \(String(cString: strerror(errno)))")
        }
        defer { free(path) }
        let physical = bytes(path)
        guard let shown = getenv("PWD"), shown.pointee == UInt8(ascii: "/") else {
            return AbsolutePath(logical: physical, physical: physical)
        }
        var (here, there) = (stat(), stat())
        let same =
            stat(".", &here) == 0 && stat(shown, &there) == 0 && here.st_ino == there.st_ino
            && here.st_dev == there.st_dev
        return AbsolutePath(logical: same ? bytes(shown) : physical, physical: physical)
    }

    /// The absolute path; symbolic links stay unresolved, and so does a `..` behind a name, which may be a link.
    func callAsFunction(_ path: [UInt8]) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        if path.first == slash { return path }
        var parts = path.split(separator: slash)[...]
        let parent: [UInt8] = [0x2E, 0x2E]
        parts.removeAll { $0.elementsEqual([0x2E]) }
        var base = logical.split(separator: slash)
        if let first = parts.first, first.elementsEqual(parent) { base = physical.split(separator: slash) }
        while let first = parts.first, first.elementsEqual(parent) {
            parts.removeFirst()
            _ = base.popLast()
        }
        let all = base + parts
        return all.isEmpty ? [slash] : all.flatMap { [slash] + $0 }
    }

    private static func bytes(_ path: UnsafePointer<CChar>) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }
}
