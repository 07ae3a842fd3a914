import Glibc
import JSON
import MoodProtocol

/// A connected socket, and the lines that arrive on it.
final class Connection {
    let descriptor: Int32
    private var framer = LineFramer(limit: 64 << 20)

    /// The seconds within which a daemon that is well connects and answers.
    static let patience: time_t = 5

    /// Connects, within 5 s: the socket unit's socket may have to wait for the daemon.
    ///
    /// - Parameter waits: false for a connection that is made at once or not at all, and never holds its caller up.
    init(to path: String, waits: Bool = true) throws(Fault) {
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (waits ? 0 : SOCK_NONBLOCK.rawValue)
        descriptor = socket(AF_UNIX, Int32(kind), 0)
        guard descriptor >= 0 else { throw .refused("socket: \(String(cString: strerror(errno)))") }
        var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(SocketPath.longest)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            let code = errno
            close(descriptor)
            switch code {
            case ENOENT, ECONNREFUSED: throw .noDaemon
            case EAGAIN: throw Self.timedOut
            default: throw Fault(kind: .noDaemon, message: "\(path): \(String(cString: strerror(code)))")
            }
        }
    }

    deinit { close(descriptor) }

    static var timedOut: Fault {
        Fault(kind: .timedOut, message: "moodd didn't answer within \(patience) s: \(UserService.restart)")
    }

    static var gone: Fault {
        Fault(kind: .noDaemon, message: "moodd ended before it answered: \(UserService.journal)")
    }

    /// Sends it whole.
    func send(_ bytes: [UInt8]) throws(Fault) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw errno == EAGAIN ? Self.timedOut : Self.gone
            }
            sent += count
        }
    }

    /// Waits for the next line and takes from it what is wanted; nil where `take` wanted nothing of it.
    ///
    /// - Parameter patiently: without a limit, with a counter on the terminal after a second; else 5 s.
    func read<Value>(patiently: Bool, _ take: (ServerMessage) -> Value?) throws(Fault) -> Value? {
        if let line = try nextLine() { return try parse(line, take) }
        let wait = patiently ? ResponseWait.patient() : ResponseWait.limited(to: Self.patience)
        defer { wait.end() }
        while true {
            guard wait.untilReadable(descriptor) else { throw Self.timedOut }
            guard try receive() else { throw Self.gone }
            if let line = try nextLine() { return try parse(line, take) }
        }
    }

    /// Takes in what has arrived; false once the daemon has closed.
    func receive() throws(Fault) -> Bool {
        while true {
            let count = framer.fill { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { return true }
            if count < 0, errno == EINTR { continue }
            return count < 0 && errno == EAGAIN
        }
    }

    /// The messages that have arrived whole, one by one; false where there is none.
    func next(_ take: (ServerMessage) throws(Fault) -> Void) throws(Fault) -> Bool {
        guard let line = try nextLine() else { return false }
        var fault: Fault?
        try parse(line) { message -> Void? in
            do throws(Fault) { try take(message) } catch { fault = error }
            return nil
        }
        if let fault { throw fault }
        return true
    }

    private func nextLine() throws(Fault) -> Range<Int>? {
        do throws(LineTooLong) { return try framer.nextLine() } catch { throw Self.strange }
    }

    @discardableResult
    private func parse<Value>(_ line: Range<Int>, _ take: (ServerMessage) -> Value?) throws(Fault) -> Value? {
        do {
            return try framer.withBytes(of: line) { take(try ServerMessage($0)) }
        } catch {
            throw Self.strange
        }
    }

    private static let strange = Fault.refused("what answers on the socket isn't moodd: check MOOD_SOCKET")
}
