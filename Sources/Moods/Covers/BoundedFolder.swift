import Files
import Glibc

/// A folder of files that can be had anew, kept within a size: what was not used for the longest time goes first.
struct BoundedFolder {
    /// Its path.
    let path: String

    /// Takes files away, the oldest first, until what is left isn't larger than so many bytes.
    func trim(to size: Int) {
        guard let names = try? FolderNames.read(Array(path.utf8)) else { return }
        var files = names.compactMap { name in
            let path = Array(self.path.utf8) + [UInt8(ascii: "/")] + name
            return FileState(path).map { (path: path, state: $0) }
        }
        var total = files.reduce(0) { $0 + Int($1.state.size) }
        guard total > size else { return }
        files.sort { $0.state.modified < $1.state.modified }
        for file in files where total > size {
            if file.path.withCString({ unlink($0) }) == 0 { total -= Int(file.state.size) }
        }
    }

    /// Counts a file as used now.
    static func touch(_ path: String) {
        utimensat(AT_FDCWD, path, nil, 0)
    }
}
