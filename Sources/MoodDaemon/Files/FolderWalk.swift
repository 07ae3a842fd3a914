import Glibc

/// A folder walked whole, for `add` and for scans.
///
/// It blocks, and so belongs on a worker thread. It yields files with an audio file's name; everything else is passed over in silence: hidden files and folders,
/// playlists, covers. A file comes after the files before it in natural order, a folder's own files before those of
/// the folders in it. Symbolic links are followed, each folder is walked once, whatever leads to it. Names are bytes,
/// not text, as the system has them.
public struct FolderWalk: Sendable {
    /// One folder, and the audio files that lie in it itself.
    public struct Folder: Equatable, Sendable {
        /// The path as it was reached, without a slash at its end.
        public var path: [UInt8]
        /// Names without the path, in natural order; never empty.
        public var files: [[UInt8]]

        /// The paths of its files.
        public var paths: [[UInt8]] { files.map { path + [UInt8(ascii: "/")] + $0 } }
    }

    /// At most so many faults are kept; all of them are counted.
    public static let faultsKept = 100

    /// The folders that hold audio files, in natural order.
    public private(set) var folders: [Folder] = []
    /// How many files that is.
    public private(set) var fileCount = 0
    /// What couldn't be read, the first ones.
    public private(set) var faults: [SystemFault] = []
    /// How many files and folders couldn't be read.
    public private(set) var faultCount = 0
    /// Whether it was told to stop before its end.
    public private(set) var wasCancelled = false

    private var visited: Set<FileIdentity> = []

    /// Walks the folder; `isCancelled` is asked before each folder.
    public init(_ folder: [UInt8], isCancelled: () -> Bool = { false }) {
        var root = folder
        while root.count > 1, root.last == UInt8(ascii: "/") { root.removeLast() }
        var waiting = [root]
        while let path = waiting.popLast() {
            if isCancelled() {
                wasCancelled = true
                return
            }
            waiting.append(contentsOf: walkOne(path).reversed())
        }
    }

    /// Reads one folder, and answers those in it, in natural order.
    private mutating func walkOne(_ path: [UInt8]) -> [[UInt8]] {
        let descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else {
            note(path, errno)
            return []
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, visited.insert(FileIdentity(status)).inserted,
            let stream = fdopendir(descriptor)
        else {
            close(descriptor)
            return []
        }
        defer { closedir(stream) }

        var files: [[UInt8]] = []
        var folders: [[UInt8]] = []
        errno = 0
        while let entry = readdir(stream) {
            switch Self.judge(entry, in: descriptor) {
            case .file: files.append(Self.name(of: entry))
            case .folder: folders.append(Self.name(of: entry))
            case .other: break
            }
            errno = 0
        }
        if errno != 0 { note(path, errno) }

        let parent = path == [UInt8(ascii: "/")] ? [] : path
        if !files.isEmpty {
            files.sort(by: NaturalOrder.precedes)
            fileCount += files.count
            self.folders.append(Folder(path: parent, files: files))
        }
        folders.sort(by: NaturalOrder.precedes)
        return folders.map { parent + [UInt8(ascii: "/")] + $0 }
    }

    private mutating func note(_ path: [UInt8], _ code: Int32) {
        faultCount += 1
        guard faults.count < Self.faultsKept else { return }
        faults.append(SystemFault(path: String(decoding: path, as: UTF8.self), code: code))
    }

    private enum Kind { case file, folder, other }

    /// What an entry is; only links, and file systems that don't tell, cost a call.
    private static func judge(_ entry: UnsafeMutablePointer<dirent>, in folder: Int32) -> Kind {
        let name = pointer(to: entry)
        guard name[0] != UInt8(ascii: ".") else { return .other }
        switch Int(entry.pointee.d_type) {
        case DT_DIR: return .folder
        case DT_REG: return AudioFileName.fits(name) ? .file : .other
        case DT_LNK, DT_UNKNOWN: break
        default: return .other
        }
        var status = stat()
        guard fstatat(folder, UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self), &status, 0) == 0 else {
            return .other
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG: return AudioFileName.fits(name) ? .file : .other
        default: return .other
        }
    }

    static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
        let name = pointer(to: entry)
        return [UInt8](
            UnsafeBufferPointer(start: name, count: strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))))
    }

    /// The name as it lies in the entry, which may be longer or shorter than its declared size.
    private static func pointer(to entry: UnsafeMutablePointer<dirent>) -> UnsafePointer<UInt8> {
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        return UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: UInt8.self)
    }
}

/// What makes a file or folder itself, whatever path leads to it.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

extension [UInt8] {
    /// Hands these bytes to a C function; what follows a NUL, if there is one, is cut off by it.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (self + [0]).withUnsafeBytes { bytes in
            body(bytes.assumingMemoryBound(to: CChar.self).baseAddress.unsafelyUnwrapped)
        }
    }
}
