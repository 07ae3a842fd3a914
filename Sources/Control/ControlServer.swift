import CSystemd
import EventLoop
import Glibc
import JSON
import MoodProtocol

/// Serves the control socket: accepts this user's clients and carries their requests to the dispatcher.
@ControlActor
public final class ControlServer {
    /// Who answers which method.
    public let dispatcher = Dispatcher()
    /// Who is told what.
    public let subscriptions: Subscriptions

    private let loop: EventLoop
    private var socket: ListeningSocket?
    private var listening: IOSource?
    private var rest: TimerSource?
    private var connections: [ObjectIdentifier: Connection] = [:]
    /// The memory that answers are written into, one connection after the other.
    private var spare: [UInt8] = []

    /// How many clients are let in before other sources have their turn.
    private static let mostAcceptedPerTurn = 64
    /// How much memory is kept for the next answer.
    private static let mostSpare = 256 << 10
    /// How many seconds nobody is let in when the process or the system ran out of descriptors.
    private static let pauseWhenExhausted = 1.0

    /// Listens from now on.
    ///
    /// - Parameter inherited: a listening socket from the service manager, used in place of an own one and left in its
    ///   place at the end; the lock beside `path` is taken all the same.
    /// - Throws: `ControlServerError` or `SystemError`.
    public init(on loop: EventLoop, at path: SocketPath, inherited: Int32? = nil) throws {
        self.loop = loop
        subscriptions = try Subscriptions(on: loop)
        let descriptor: Int32
        if let inherited {
            socket = try ListeningSocket(inherited: inherited, beside: path)
            descriptor = inherited
        } else {
            let socket = try ListeningSocket(at: path)
            descriptor = socket.descriptor
            self.socket = consume socket
        }
        listening = try loop.watch(descriptor, for: .readable) { [unowned self] _ in accept(descriptor) }
        rest = try loop.timer { [unowned self] in listening?.isResting = false }
        dispatcher.set(
            .eventsSubscribe,
            .connection { [unowned self] parameters, connection, writer in
                subscriptions.subscribe(connection, to: parameters.topics("topics") ?? [], writingTo: &writer)
            })
        dispatcher.set(
            .eventsUnsubscribe,
            .connection { [unowned self] parameters, connection, writer in
                subscriptions.unsubscribe(connection, from: parameters.topics("topics"))
                writer.beginObject()
                writer.endObject()
            })
    }

    /// How many clients are connected.
    public var connectionCount: Int { connections.count }

    /// Tells subscribers that the daemon ends, closes all connections, and gives the socket and the lock up.
    public func close() {
        listening?.cancel()
        rest?.cancel()
        subscriptions.tellExit()
        for connection in connections.values { connection.close() }
        socket = nil
    }

    /// Lends memory for answers; a second borrower gets memory of its own.
    func borrowMemory() -> JSONWriter {
        var memory: [UInt8] = []
        swap(&memory, &spare)
        return JSONWriter(appendingTo: memory)
    }

    func giveBack(_ memory: consuming JSONWriter) {
        guard memory.bytes.capacity <= Self.mostSpare else { return }
        memory.bytes.removeAll(keepingCapacity: true)
        spare = memory.bytes
    }

    func forget(_ connection: Connection) {
        subscriptions.unsubscribe(connection)
        connections[ObjectIdentifier(connection)] = nil
    }

    private func accept(_ descriptor: Int32) {
        for _ in 0..<Self.mostAcceptedPerTurn {
            let client = accept4(descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
            guard client >= 0 else {
                switch errno {
                case EINTR, ECONNABORTED: continue
                case EAGAIN: return
                default:
                    listening?.isResting = true
                    rest?.arm(after: Self.pauseWhenExhausted)
                    return
                }
            }
            admit(client)
        }
    }

    private func admit(_ client: Int32) {
        guard Self.user(of: client) == geteuid(),
            let connection = try? Connection(client, of: self, on: loop)
        else {
            Glibc.close(client)
            return
        }
        connections[ObjectIdentifier(connection)] = connection
    }

    /// The user at the other end, as the kernel noted when it connected.
    private static func user(of client: Int32) -> uid_t? {
        var peer: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: peer))
        guard getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else { return nil }
        return peer.user
    }
}
