import Glibc

/// Signals, as bytes that a loop can wait for.
struct SignalPipe {
    /// Readable when a signal arrived.
    let descriptor: Int32

    // Set once before the first handler is there, and only read by handlers.
    nonisolated(unsafe) private static var writeEnd: Int32 = -1

    init(_ signals: [Int32]) throws(Fault) {
        var ends: [Int32] = [-1, -1]
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        guard socketpair(AF_UNIX, Int32(kind), 0, &ends) == 0 else {
            throw .refused("socketpair: \(String(cString: strerror(errno)))")
        }
        descriptor = ends[0]
        Self.writeEnd = ends[1]
        // Whoever started this program may have had them blocked.
        var all = sigset_t()
        sigemptyset(&all)
        for signal in signals {
            take(signal)
            sigaddset(&all, signal)
        }
        sigprocmask(SIG_UNBLOCK, &all, nil)
    }

    /// Lets a signal arrive here.
    func take(_ signal: Int32) {
        Glibc.signal(signal) { number in
            let code = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = write(SignalPipe.writeEnd, &byte, 1)
            errno = code
        }
    }

    /// The signals that arrived since.
    func read() -> [Int32] {
        var block = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(descriptor, &block, block.count)
        return count > 0 ? block[..<count].map(Int32.init) : []
    }
}
