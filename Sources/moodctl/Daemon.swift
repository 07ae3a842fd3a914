import Glibc
import JSON
import MoodProtocol

/// The conversation with the daemon: one request, one answer, on a connection made when it is first needed.
final class Daemon {
    private let start: Command.DaemonStart
    private var connection: Connection?
    private var lastID = 0

    init(start: Command.DaemonStart) { self.start = start }

    /// Asks, and waits for the answer: 5 s where the daemon answers at once, else as long as its work takes.
    ///
    /// - Parameter isLong: for a request whose work takes time although its method as a rule does not.
    func call(
        _ method: Method, isLong: Bool = false, _ parameters: ((inout JSONWriter) -> Void)? = nil
    ) throws(Fault) -> Answer {
        try ask(patiently: !method.isAnsweredAtOnce || isLong) { id, writer in
            guard let parameters else { return writer.request(id, method) }
            writer.beginRequest(id, method)
            writer.beginObject()
            parameters(&writer)
            writer.endObject()
            writer.endRequest()
        }
    }

    /// Asks for a method that this version may not know, with parameters that are JSON already.
    func call(named method: String, parameters: [UInt8]?) throws(Fault) -> Answer {
        try ask(patiently: true) { id, writer in
            writer.beginObject()
            writer.member("jsonrpc", word: "2.0")
            writer.member("id", id)
            writer.member("method", method)
            if let parameters {
                writer.key("params")
                writer.raw(parameters)
            }
            writer.endRequest()
        }
    }

    /// The connection, made now if there is none.
    func connected() throws(Fault) -> Connection {
        if let connection { return connection }
        let path = try Self.path()
        // Connecting to the socket unit's socket would start the daemon; its lock tells whether it runs.
        if start != .allowed, !path.isGiven, !DaemonLock.isHeld(at: path.lockPath) { throw .noDaemon }
        let connection = try Connection(to: path.path)
        self.connection = connection
        return connection
    }

    static func path() throws(Fault) -> SocketPath {
        do throws(SocketPathError) {
            return try SocketPath.resolve()
        } catch {
            throw Fault(kind: .noDaemon, message: error.description)
        }
    }

    private func ask(patiently: Bool, _ request: (Int, inout JSONWriter) -> Void) throws(Fault) -> Answer {
        let connection = try connected()
        lastID += 1
        var writer = JSONWriter()
        request(lastID, &writer)
        try connection.send(writer.bytes)
        while true {
            let reply = try connection.read(patiently: patiently) { [lastID] message -> Reply? in
                switch message {
                case .result(.integer(lastID), let result): .answer(Answer(result: Array(result)))
                case .failure(let id, let error) where id == .integer(lastID) || id == .null: .refusal(error)
                default: nil
                }
            }
            switch reply {
            case .answer(let answer): return answer
            case .refusal(let error): throw refusal(error)
            case nil: continue
            }
        }
    }

    private enum Reply {
        case answer(Answer)
        case refusal(RPCError)
    }

    /// The daemon words its refusals; what is added is how to mend the two of a kind that this program knows.
    private func refusal(_ error: RPCError) -> Fault {
        let message = Text.clean(error.message)
        if message == "the queue is empty" { return .refused(Answer.emptyQueue) }
        guard error.reason == .methodNotFound || error.reason == .invalidParams, let running = runningVersion() else {
            return .refused(message, error.reason)
        }
        let version = Version.program.description
        if running == version { return .refused(message, error.reason) }
        return .refused("moodd \(running) is running, moodctl is \(version): \(UserService.restart)")
    }

    private func runningVersion() -> String? {
        guard let connection else { return nil }
        var writer = JSONWriter()
        writer.request(0, .serverInfo)
        guard (try? connection.send(writer.bytes)) != nil else { return nil }
        let result = try? connection.read(patiently: false) { message -> JSONValue? in
            guard case .result(.integer(0), let result) = message else { return nil }
            return try? JSONValue(parsing: Array(result))
        }
        return result?["version"]?.string.map(Text.clean)
    }
}
