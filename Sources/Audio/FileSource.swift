import Files
import Glibc
import Media
import Playback

/// A file on a disk, read through the page cache.
final class FileSource: ByteSource {
    let length: Int64?
    let isComplete = true
    let reach = Int64.max
    private let reader: FileReader
    /// Up to where bytes were read, and up to where the kernel was asked to fetch them.
    private var place: Int64 = 0
    private var fetched: Int64 = 0

    /// How much is fetched at a time: minutes of music, so that a disk can sleep, yet little memory.
    private static let window: Int64 = 8 << 20

    /// Opens the file that an absolute path or a `file://` address names.
    ///
    /// - Throws: `folderMissing` if not even its folder is there, else `unplayable` with the reason.
    init(uri: String) throws(PlaybackFailure) {
        guard let path = Location.path(uri: uri) else { throw .unplayable(reason: "isn't a path or an address") }
        // Without blocking: a FIFO in place of a file would wait for its writer.
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        guard descriptor >= 0 else { throw FileSource.failure(errno, path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .unplayable(reason: "isn't a file")
        }
        length = Int64(status.st_size)
        reader = FileReader(descriptor: descriptor)
    }

    /// A file that is open, of so many bytes.
    init(_ reader: FileReader, length: Int64) {
        self.reader = reader
        self.length = length
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> ByteReading {
        let count = reader.read(into: buffer, at: offset)
        place = offset + Int64(max(0, count))
        if count > 0 { return .bytes(count) }
        if count == 0 { return .end }
        return .failed(.unplayable(reason: "can't be read: \(String(cString: strerror(errno)))"))
    }

    func workerReader() -> FileReader? { reader }

    func fetchAhead() -> (@Sendable () -> Void)? {
        guard let length, fetched < length, place + FileSource.window / 2 > fetched else { return nil }
        let start = max(fetched, place)
        fetched = start + FileSource.window
        return { [reader] in reader.readAhead(from: start, count: FileSource.window) }
    }

    private static func failure(_ code: Int32, _ path: [UInt8]) -> PlaybackFailure {
        guard code == ENOENT || code == ENOTDIR else {
            return .unplayable(reason: "can't be opened: \(String(cString: strerror(code)))")
        }
        // The uppermost folder that is gone tells most: it is what was not mounted.
        if let folder = MissingFolder.above(path) {
            return .folderMissing(path: String(decoding: folder, as: UTF8.self))
        }
        return .unplayable(reason: "no such file")
    }
}

/// An open file, which several threads may read at once; closed with its last reference.
final class FileReader: Sendable {
    let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// How many bytes were read; 0 at the end, negative with `errno` set for a failure.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 || errno != EINTR { return count }
        }
    }

    /// Asks the kernel to fetch these bytes into its page cache; may wait for the disk.
    func readAhead(from offset: Int64, count: Int64) {
        posix_fadvise(descriptor, off_t(offset), off_t(count), POSIX_FADV_WILLNEED)
    }
}
