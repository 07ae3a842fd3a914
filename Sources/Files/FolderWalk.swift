import Glibc

/// A folder walked whole, one of the folders in it after the other, so that a large one needs no large memory.
///
/// It blocks, and so belongs on a worker thread. It yields files with an audio file's name; everything else is passed
/// over in silence: hidden files and folders, playlists, covers. A folder's own files come before those of the folders
/// in it, both in natural order. Symbolic links are followed, each folder is walked once, whatever leads to it. Names
/// are bytes, not text, as the system has them.
public struct FolderWalk: Sequence, IteratorProtocol, Sendable {
    /// One folder, and the audio files that lie in it itself.
    public struct Folder: Equatable, Sendable {
        /// The path as it was reached, without a slash at its end; empty for the root of the file system.
        public var path: [UInt8]
        /// Names without the path, in natural order; empty where only folders are.
        public var files: [[UInt8]]

        /// The paths of its files, each made when it is asked for.
        public var paths: LazyMapCollection<[[UInt8]], [UInt8]> {
            let prefix = path + [UInt8(ascii: "/")]
            return files.lazy.map { prefix + $0 }
        }
    }

    /// At most so many faults are kept; all of them are counted.
    public static let faultsKept = 100

    /// The folders that couldn't be read, the first ones.
    public private(set) var faults: [SystemFault] = []
    /// How many folders couldn't be read.
    public private(set) var faultCount = 0

    /// How many audio files there are of each kind that can't be played, by the kind's name.
    public private(set) var unsupported: [String: Int] = [:]

    private let roots: [[UInt8]]
    private var waiting: [[UInt8]]
    private var visited: Set<FileIdentity> = []

    /// Walks the folder with this path.
    ///
    /// - Parameter roots: folders in which everything is found under its own name: links that lead into them from
    ///   within them aren't followed.
    public init(_ folder: [UInt8], underOwnNamesIn roots: [[UInt8]] = []) {
        self.roots = roots.compactMap(Self.resolved)
        var root = folder
        while root.count > 1, root.last == UInt8(ascii: "/") { root.removeLast() }
        waiting = [root]
    }

    /// The next folder that could be read; nil when all were.
    public mutating func next() -> Folder? {
        while let path = waiting.popLast() {
            if let folder = read(path) { return folder }
        }
        return nil
    }

    /// Reads one folder, and takes note of those in it.
    private mutating func read(_ path: [UInt8]) -> Folder? {
        let descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else {
            note(path, errno)
            return nil
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, visited.insert(FileIdentity(status)).inserted,
            let stream = fdopendir(descriptor)
        else {
            close(descriptor)
            return nil
        }
        defer { closedir(stream) }

        var files = NameList()
        var folders = NameList()
        errno = 0
        while let entry = readdir(stream) {
            switch Self.judge(entry, in: descriptor) {
            case .folder where entry.pointee.d_type == DT_LNK && leadsBack(path, FolderNames.name(of: entry)): break
            case .file: files.append(FolderNames.pointer(to: entry))
            case .unsupported(let kind): unsupported[kind, default: 0] += 1
            case .folder: folders.append(FolderNames.pointer(to: entry))
            case .other: break
            }
            errno = 0
        }
        if errno != 0 { note(path, errno) }

        let parent = path == [UInt8(ascii: "/")] ? [] : path
        waiting.append(contentsOf: folders.sorted().reversed().map { parent + [UInt8(ascii: "/")] + $0 })
        return Folder(path: parent, files: files.sorted())
    }

    private mutating func note(_ path: [UInt8], _ code: Int32) {
        faultCount += 1
        guard faults.count < Self.faultsKept else { return }
        faults.append(SystemFault(path: String(decoding: path, as: UTF8.self), code: code))
    }

    /// Whether a link leads to a folder that is found under its own name.
    private func leadsBack(_ folder: [UInt8], _ name: [UInt8]) -> Bool {
        guard !roots.isEmpty, let target = Self.resolved(folder + [UInt8(ascii: "/")] + name) else { return false }
        return roots.contains { root in
            // What is hidden in a root is found by links alone.
            (target == root || target.starts(with: root + [UInt8(ascii: "/")]))
                && !target.dropFirst(root.count).split(separator: UInt8(ascii: "/")).contains { $0.first == 0x2E }
        }
    }

    /// The path without links in it.
    private static func resolved(_ path: [UInt8]) -> [UInt8]? {
        guard let real = path.withCString({ realpath($0, nil) }) else { return nil }
        defer { free(real) }
        return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }

    private enum Kind {
        case file, folder, other
        case unsupported(String)

        /// A regular file of this name.
        init(fileName: UnsafePointer<UInt8>) {
            switch AudioFileName(fileName) {
            case .playable: self = .file
            case .unsupported(let kind): self = .unsupported(kind)
            case nil: self = .other
            }
        }
    }

    /// What an entry is; only links, and file systems that don't tell, cost a call.
    private static func judge(_ entry: UnsafeMutablePointer<dirent>, in folder: Int32) -> Kind {
        let name = FolderNames.pointer(to: entry)
        guard name[0] != UInt8(ascii: ".") else { return .other }
        switch Int(entry.pointee.d_type) {
        case DT_DIR: return .folder
        case DT_REG: return Kind(fileName: name)
        case DT_LNK, DT_UNKNOWN: break
        default: return .other
        }
        var status = stat()
        guard fstatat(folder, UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self), &status, 0) == 0 else {
            return .other
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG: return Kind(fileName: name)
        default: return .other
        }
    }
}
