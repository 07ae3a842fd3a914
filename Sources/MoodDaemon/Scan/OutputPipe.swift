import CSystemd
import EventLoop
import Glibc

/// A pipe that another program writes into, and what of it was kept.
@ControlActor
final class OutputPipe {
    /// What is kept where there is more than the limit.
    enum Part {
        /// The first bytes; `exceeded` is called.
        case beginning
        /// The last bytes.
        case end
    }

    private static let chunk = 65_536

    private(set) var bytes: [UInt8] = []
    /// The end for the other program, until `handOver`.
    private(set) var writingEnd: Int32
    private let readingEnd: Int32
    private let limit: Int
    private let part: Part
    /// Called when there is more than the limit, of which the beginning is kept.
    var exceeded: @ControlActor () -> Void = {}
    private var isExceeded = false
    private var source: IOSource?

    init(keeping part: Part, limit: Int, on loop: EventLoop) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError("make a pipe") }
        (readingEnd, writingEnd) = (ends[0], ends[1])
        self.part = part
        self.limit = limit
        // Only this end: the other program expects a pipe that waits.
        _ = fcntl(readingEnd, F_SETFL, O_NONBLOCK)
        source = try loop.watch(readingEnd, for: .readable) { [unowned self] _ in
            if read() <= 0, errno != EAGAIN, errno != EINTR { source?.cancel() }
        }
    }

    isolated deinit {
        source?.cancel()
        close(readingEnd)
        handOver()
    }

    /// The other program has its end now, or will have none.
    func handOver() {
        guard writingEnd >= 0 else { return }
        close(writingEnd)
        writingEnd = -1
    }

    /// Takes what is there already, without waiting, and no more after that.
    func finish() {
        source?.cancel()
        // As much as a pipe holds, and not for ever: somebody may still write.
        for _ in 0..<16 where !isExceeded {
            if read() <= 0 { return }
        }
    }

    private func read() -> Int {
        let count = withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 1) { buffer in
            let count = Glibc.read(readingEnd, buffer.baseAddress, buffer.count)
            // An end of the output leaves no error of before.
            if count == 0 { errno = 0 }
            if count > 0 { keep(buffer[..<count]) }
            return count
        }
        return count
    }

    private func keep(_ new: Slice<UnsafeMutableRawBufferPointer>) {
        guard !isExceeded else { return }
        bytes += new
        guard bytes.count > limit else { return }
        switch part {
        case .end: bytes.removeFirst(bytes.count - limit)
        case .beginning:
            bytes.removeLast(bytes.count - limit)
            isExceeded = true
            exceeded()
        }
    }
}
