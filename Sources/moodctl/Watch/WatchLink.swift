import Glibc
import MoodProtocol

/// The daemon as `watch` speaks to it: requests leave and answers come in when they can, and nothing waits for either.
final class WatchLink {
    /// What came of waiting.
    enum News {
        case answer(WatchRequest.Purpose, Result<Answer, RPCError>)
        case event(Topic, [UInt8])
    }

    private let path: SocketPath
    private let folder: RuntimeFolderWatch
    private var connection: Connection?
    private var unsent: [UInt8] = []
    private var lastID = 0
    private var pending: [Int: (purpose: WatchRequest.Purpose, deadline: Double?)] = [:]
    private var retries: ArraySlice<Double> = []
    /// When to look again, on the monotonic clock.
    private var nextLook: Double?
    /// How long to wait before looking again when something happened in the runtime folder, but no daemon answers yet.
    private static let retries = [0.02, 0.1, 0.5, 2]

    init() throws(Fault) {
        path = try Daemon.path()
        folder = try RuntimeFolderWatch(path)
    }

    var isConnected: Bool { connection != nil }

    /// What to wait for: the daemon, else signs of one.
    var source: pollfd {
        guard let connection else { return pollfd(fd: folder.descriptor, events: Int16(POLLIN), revents: 0) }
        let events = unsent.isEmpty ? POLLIN : POLLIN | POLLOUT
        return pollfd(fd: connection.descriptor, events: Int16(events), revents: 0)
    }

    /// Seconds after which to look again; nil while only `source` tells.
    func pause(at now: Double) -> Double? {
        guard isConnected else { return nextLook.map { max(0, $0 - now) } }
        return pending.values.compactMap(\.deadline).min().map { max(0, $0 - now) }
    }

    /// Connects, if there is a daemon.
    ///
    /// - Parameter start: whether the socket unit may start one.
    func connect(start: Bool) -> Bool {
        guard connection == nil else { return true }
        if start || folder.mayHaveDaemon {
            connection = try? Connection(to: path.path, waits: false)
        }
        return isConnected
    }

    /// Looks for a daemon, if something happened in the runtime folder or it is time to look again.
    func look(hasSigns: Bool, at now: Double) -> Bool {
        if hasSigns {
            folder.readEvents()
            retries = Self.retries[...]
        } else if nextLook ?? .infinity > now {
            return false
        }
        nextLook = retries.popFirst().map { now + $0 }
        return connect(start: false)
    }

    func disconnect(at now: Double) {
        connection = nil
        (unsent, pending) = ([], [:])
        retries = Self.retries[...]
        nextLook = now
    }

    /// Sends a request, as far as it can be sent now; false once the daemon is gone.
    func send(_ request: WatchRequest, at now: Double) -> Bool {
        guard isConnected else { return false }
        lastID += 1
        let deadline = request.method.isAnsweredAtOnce ? now + Double(Connection.patience) : nil
        pending[lastID] = (request.purpose, deadline)
        unsent += request.line(lastID)
        return flush()
    }

    /// Sends what waits.
    func flush() -> Bool {
        guard let connection else { return false }
        while !unsent.isEmpty {
            let count = unsent.withUnsafeBytes {
                Glibc.send(connection.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 {
                if errno == EINTR { continue }
                return errno == EAGAIN
            }
            unsent.removeFirst(count)
        }
        return true
    }

    /// Takes in what has arrived; nil once the daemon is gone.
    func receive() throws(Fault) -> [News]? {
        guard let connection, try connection.receive() else { return nil }
        var news: [News] = []
        while try connection.next({ [self] message throws(Fault) in
            switch message {
            case .result(.integer(let id), let result):
                if let purpose = pending.removeValue(forKey: id)?.purpose {
                    news.append(.answer(purpose, .success(Answer(result: Array(result)))))
                }
            case .failure(.integer(let id), let error):
                if let purpose = pending.removeValue(forKey: id)?.purpose {
                    news.append(.answer(purpose, .failure(error)))
                }
            case .event(let topic, _, let value): news.append(.event(topic, Array(value)))
            default: break
            }
        }) {}
        return news
    }

    /// Whether an answer that comes at once, as a rule, didn't.
    func isLate(at now: Double) -> Bool {
        let late = pending.filter { $0.value.deadline.map { $0 <= now } ?? false }
        for id in late.keys { pending[id]?.deadline = nil }
        return !late.isEmpty
    }
}
