import Glibc

/// Standard output and standard error, written whole and at once.
enum Output {
    /// The columns of the terminal that standard output is, or nil where it is none.
    static var columns: Int? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    static func print(_ text: String) throws(Fault) {
        var text = text
        let written = text.withUTF8 { write(UnsafeRawBufferPointer($0), to: STDOUT_FILENO) }
        if !written { try giveUp() }
    }

    static func print(_ bytes: [UInt8]) throws(Fault) {
        let written = bytes.withUnsafeBytes { write($0, to: STDOUT_FILENO) }
        if !written { try giveUp() }
    }

    /// Nothing can be done where even standard error is gone.
    static func complain(_ text: String) {
        var text = text
        _ = text.withUTF8 { write(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
    }

    /// A reader that left wants no more, which is no fault: the program ends in silence.
    private static func giveUp() throws(Fault) {
        let code = errno
        if code == EPIPE { exit(0) }
        throw .refused("standard output: \(String(cString: strerror(code)))")
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN {
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&waiting, 1, -1)
                    continue
                }
                return false
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }
}
