import EventLoop
import Files
import Glibc

/// Brings the index up to what lies in the music folders, a slice at a time, so that other work for the disk gets its
/// turn.
///
/// A folder is held in memory at a time. A file of the same size and time as before is not opened. What lay in a music
/// folder that is gone, empty or unreadable now stays in the index.
final class LibraryScan: @unchecked Sendable {  // One worker thread at a time carries out a slice of it.
    typealias Reader = @Sendable (_ path: [UInt8]) -> ScannedFile

    private static let filesPerCommit = 1000
    private static let secondsPerCommit = 1.0

    private let roots: [[UInt8]]
    /// nil for all music folders.
    private let target: [UInt8]?
    private let read: Reader
    private let writer: LibraryWriter
    private var targets: ArraySlice<[UInt8]>
    private var walk: (root: [UInt8], folders: FolderWalk)?
    private var folder: ScannedFolder?
    private var filesInTarget = 0
    /// Files of the target that are gone, as long as nothing else was found in it.
    private var gone: [LibraryWriter.KnownFile] = []
    /// The folders that were walked, by their hashes.
    private var seen: Set<UInt64> = []
    /// What is left as it is, though it was not seen.
    private var kept: [[UInt8]] = []
    private var lastCommit = Moment.now

    /// The folder whose files are being looked at.
    private struct ScannedFolder {
        let path: [UInt8]
        var files: ArraySlice<[UInt8]>
        /// What the index knows of it and was not seen yet.
        var known: [[UInt8]: LibraryWriter.KnownFile]
    }

    /// Prepares to scan.
    ///
    /// - Parameters:
    ///   - roots: the music folders.
    ///   - target: a file or folder in one of them, which may be gone by now; nil for all of them.
    /// - Throws: `LibraryFault` for a target that can't be scanned, `DatabaseFault` for a fault of the index.
    init(_ index: LibraryIndex, roots: [[UInt8]], target: [UInt8]? = nil, read: @escaping Reader) throws {
        self.roots = roots
        self.read = read
        self.target = target.map(Self.withoutSlash)
        targets = roots[...]
        writer = try LibraryWriter(index.connect(), roots: roots)
        if let target = self.target { try aim(at: target) }
    }

    private func aim(at target: [UInt8]) throws {
        targets = []
        guard let root = roots.first(where: { target.isInside($0) }) else {
            let folders = roots.map(LibraryText.shown).joined(separator: ", ")
            throw LibraryFault(description: "\(LibraryText.shown(target)) isn't in a music folder: \(folders)")
        }
        var status = stat()
        guard root.withCString({ stat($0, &status) }) == 0 else {
            throw LibraryFault(description: MissingFolder.message(for: MissingFolder.above(root + [0x2F]) ?? root))
        }
        let isThere = target.withCString { stat($0, &status) } == 0
        if isThere, status.st_mode & S_IFMT == S_IFDIR {
            targets = [target]
            return
        }
        guard AudioFileName.fits(LibraryText.shown(target)) || !isThere,
            let slash = target.lastIndex(of: UInt8(ascii: "/"))
        else { throw LibraryFault(description: "\(LibraryText.shown(target)) is neither a folder nor an audio file") }
        let name = Array(target[(slash + 1)...])
        let parent = Array(target[..<slash])
        let known = try writer.files(in: parent).filter { $0.key == name }
        // Somebody named it: if it is gone, it is gone.
        filesInTarget = 1
        folder = ScannedFolder(path: parent, files: isThere ? [name] : [], known: known)
    }

    private static func withoutSlash(_ path: [UInt8]) -> [UInt8] {
        var path = path
        while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
        return path
    }

    /// What it found so far, and wrote down.
    var changes: LibraryChanges { writer.changes }

    /// Goes on for so many seconds; true when all is done.
    func run(seconds: Double, _ cancellation: Cancellation) throws -> Bool {
        let end = Moment.now + seconds
        while true {
            try cancellation.check()
            if folder != nil {
                try scanFiles(until: end)
            } else if let next = walk?.folders.next() {
                try begin(next)
            } else if walk != nil {
                finishTarget()
            } else if let target = targets.popFirst() {
                walk = (target, FolderWalk(target, underOwnNamesIn: roots))
                filesInTarget = 0
                gone = []
            } else {
                try finish()
                return true
            }
            if Moment.now >= end { return false }
        }
    }

    private func begin(_ next: FolderWalk.Folder) throws(DatabaseFault) {
        seen.insert(Self.hash(next.path))
        filesInTarget += next.files.count
        folder = ScannedFolder(path: next.path, files: next.files[...], known: try writer.files(in: next.path))
    }

    private func scanFiles(until end: Double) throws(DatabaseFault) {
        guard var current = folder else { return }
        folder = nil
        while let name = current.files.popFirst() {
            try scan(name, in: &current)
            if Moment.now >= end {
                folder = current
                return
            }
        }
        gone += current.known.values
        try removeGone()
    }

    private func scan(_ name: [UInt8], in folder: inout ScannedFolder) throws(DatabaseFault) {
        let path = folder.path + [UInt8(ascii: "/")] + name
        let known = folder.known.removeValue(forKey: name)
        // A file that can't be asked for is left as it is known.
        guard let state = FileState(path), state != known?.state else { return }
        writer.put(name, in: folder.path, state, known: known, read(path))
        try commitIfDue()
    }

    /// Takes out what is gone, unless nothing at all was found so far: it may be a disk that isn't mounted.
    private func removeGone() throws(DatabaseFault) {
        guard filesInTarget > 0, !gone.isEmpty else { return }
        for file in gone { writer.remove(file) }
        gone = []
        try commitIfDue()
    }

    private func commitIfDue() throws(DatabaseFault) {
        guard writer.waiting >= Self.filesPerCommit || Moment.now >= lastCommit + Self.secondsPerCommit else { return }
        try writer.commit()
        lastCommit = Moment.now
    }

    private func finishTarget() {
        guard let (root, walk) = walk else { return }
        self.walk = nil
        if filesInTarget == 0 || walk.faultCount > walk.faults.count {
            kept.append(root)
        } else {
            kept += walk.faults.map { $0.path.contains("\u{FFFD}") ? root : Array($0.path.utf8) }
        }
    }

    private func finish() throws(DatabaseFault) {
        try writer.removeFolders { [seen, kept, target] path in
            if seen.contains(Self.hash(path)) || kept.contains(where: { path.isInside($0) }) { return false }
            return target.map { path.isInside($0) } ?? true
        }
        try writer.commit()
        if target == nil { try writer.noteScan() }
    }

    private static func hash(_ path: [UInt8]) -> UInt64 { path.withUnsafeBytes { Checksum.of($0) } }
}
