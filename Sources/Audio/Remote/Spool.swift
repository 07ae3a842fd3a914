import EventLoop
import Glibc
import Network
import Playback

/// A download into a file that has no name, and so ends with its last reader.
///
/// The network thread writes to it; whoever waits for it is told when it is whole.
final class Spool: @unchecked Sendable {  // `progress` is locked; `stream` is read by the network thread only.
    private struct Progress {
        var written: Int64 = 0
        var outcome: PlaybackFailure??
    }

    private let stream: HTTPStream
    private let file: FileReader
    private let progress: Lock<Progress>
    private let whenDone: @Sendable () -> Void

    /// Larger files are not fetched.
    private static let limit: Int64 = 1 << 30

    /// Goes on with a stream whose first bytes are here.
    ///
    /// - Parameters:
    ///   - bell: what rings when the stream has more.
    ///   - whenDone: called when all is there, or nothing more will come.
    init(
        _ stream: HTTPStream, beginning: [UInt8], folder: String, bell: Bell, whenDone: @escaping @Sendable () -> Void
    ) throws(PlaybackFailure) {
        self.stream = stream
        self.whenDone = whenDone
        file = FileReader(descriptor: try Spool.makeFile(in: folder))
        progress = Lock(Progress())
        bell.redirect { [weak self] in self?.drain() }
        let isWritten = beginning.withUnsafeBytes { write($0) }
        if isWritten { stream.ring() }
    }

    /// The part of the whole that has arrived; nil while the whole is unknown.
    var arrived: Double? {
        let total = stream.information.total
        return total.map { $0 > 0 ? min(1, Double(progress.withLock { $0.written }) / Double($0)) : 1 }
    }

    /// Why nothing arrives; nil while all is well.
    var fault: String? { stream.information.fault }

    /// The file, once all of it is there.
    func finished() throws(Obstacle) -> FileSource {
        let (outcome, written) = progress.withLock { ($0.outcome, $0.written) }
        guard let outcome else { throw .notYet }
        if let failure = outcome { throw .failed(failure) }
        return FileSource(file, length: written)
    }

    /// Moves to the file what has arrived.
    private func drain() {
        withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { memory in
            while true {
                switch stream.read(into: memory) {
                case .bytes(let count):
                    guard write(UnsafeRawBufferPointer(rebasing: memory[..<count])) else { return }
                case .wait, .rejoined: return
                case .end: return settle(nil)
                case .failed(let failure): return settle(PlaybackFailure(failure))
                }
            }
        }
    }

    /// False if that failed, and all with it.
    private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var bytes = bytes
        while !bytes.isEmpty {
            let place = progress.withLock { $0.written }
            guard place + Int64(bytes.count) <= Spool.limit else {
                settle(.unplayable(reason: "is larger than \(Spool.limit >> 20) MiB, and must be fetched whole"))
                return false
            }
            let count = pwrite(file.descriptor, bytes.baseAddress, bytes.count, off_t(place))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                settle(.unplayable(reason: "can't be kept while it is fetched: \(String(cString: strerror(errno)))"))
                return false
            }
            progress.withLock { $0.written += Int64(count) }
            bytes = UnsafeRawBufferPointer(rebasing: bytes[count...])
        }
        return true
    }

    private func settle(_ failure: PlaybackFailure?) {
        progress.withLock { $0.outcome = .some(failure) }
        whenDone()
    }

    private static func makeFile(in folder: String) throws(PlaybackFailure) -> Int32 {
        mkdir(folder, 0o700)
        let path = "\(folder)/fetched-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .unplayable(
                reason: "can't be kept in \(folder) while it is fetched: \(String(cString: strerror(errno)))")
        }
        unlink(path)
        return descriptor
    }
}
