import Glibc

/// What is on its way to the terminal, which may stop to take it at any time: nothing here waits for that.
struct TerminalOutput {
    private let descriptor: Int32
    private var unsent: ArraySlice<UInt8> = []

    /// Opens the terminal that standard output is once more, as what is asked of this opening doesn't hold for the
    /// shell's own.
    init() throws(Fault) {
        for path in ["/proc/self/fd/\(STDOUT_FILENO)", "/dev/tty"] {
            let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            guard descriptor < 0 else {
                self.descriptor = descriptor
                return
            }
        }
        throw .refused("the terminal can't be opened: \(String(cString: strerror(errno)))")
    }

    /// Whether it took all that it was sent.
    var isIdle: Bool { unsent.isEmpty }

    /// What to wait for: nothing while it is idle.
    var source: pollfd { pollfd(fd: isIdle ? -1 : descriptor, events: Int16(POLLOUT), revents: 0) }

    /// Sends bytes behind those that wait, as far as they are taken now.
    ///
    /// - Returns: false once the terminal is gone.
    @discardableResult
    mutating func print(_ bytes: some Sequence<UInt8>) -> Bool {
        unsent += bytes
        return flush()
    }

    /// Sends what waits.
    ///
    /// - Returns: false once the terminal is gone.
    mutating func flush() -> Bool {
        while !unsent.isEmpty {
            let count = unsent.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                return errno == EAGAIN
            }
            unsent = unsent.dropFirst(count)
        }
        return true
    }

    /// Gives what waits a last moment, and drops what isn't taken by then.
    mutating func finish() {
        var isThere = flush()
        let end = MonotonicTime.now + 0.3
        while isThere, !isIdle, MonotonicTime.now < end {
            var source = source
            _ = poll(&source, 1, 50)
            isThere = flush()
        }
        unsent = []
    }
}
