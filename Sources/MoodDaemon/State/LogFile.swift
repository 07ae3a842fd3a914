import Files
import Glibc

/// The queue's log, open for appending.
final class LogFile {
    private let path: String
    private var descriptor: Int32
    /// How many bytes it holds.
    private(set) var length: Int

    /// Opens the log, makes it if there is none, and cuts off what follows its first `length` bytes.
    init(path: String, length: Int) throws(SystemFault) {
        self.path = path
        self.length = length
        descriptor = try Self.open(path, length)
    }

    deinit {
        close(descriptor)
    }

    /// Appends a line with one call; where the disk takes only a part of it, that part is cut off again.
    func append(_ line: [UInt8]) throws(SystemFault) {
        let code = line.withUnsafeBytes { writeAll($0, to: descriptor) }
        if code == 0 {
            length += line.count
        } else {
            _ = ftruncate(descriptor, off_t(length))
            throw SystemFault(path: path, code: code)
        }
    }

    /// Puts a log in its place that lacks the first `count` bytes, which a snapshot holds now.
    ///
    /// Up to the moment of the change the former one holds everything, after it the new one all that the snapshot
    /// doesn't. If it fails, the former one goes on.
    func drop(first count: Int) throws(SystemFault) {
        let temporary = path + ".new"
        let shorter = try Self.open(temporary, 0)
        do throws(SystemFault) {
            try copy(from: count, to: shorter)
            guard rename(temporary, path) == 0 else { throw SystemFault(path: path, code: errno) }
        } catch {
            close(shorter)
            unlink(temporary)
            throw error
        }
        close(descriptor)
        descriptor = shorter
        length -= count
    }

    private func copy(from start: Int, to target: Int32) throws(SystemFault) {
        var offset = start
        var block = [UInt8](repeating: 0, count: min(length - start, 1 << 16))
        while offset < length {
            let wanted = min(block.count, length - offset)
            let count = block.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, wanted, off_t(offset)) }
            guard count > 0 else { throw SystemFault(path: path, code: count == 0 ? EIO : errno) }
            let code = block.withUnsafeBytes { writeAll(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: target) }
            guard code == 0 else { throw SystemFault(path: path, code: code) }
            offset += count
        }
    }

    private static func open(_ path: String, _ length: Int) throws(SystemFault) -> Int32 {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemFault(path: path, code: errno) }
        guard ftruncate(descriptor, off_t(length)) == 0 else {
            let code = errno
            close(descriptor)
            throw SystemFault(path: path, code: code)
        }
        return descriptor
    }
}
