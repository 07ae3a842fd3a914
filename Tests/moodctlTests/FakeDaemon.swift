import Glibc
import JSON
import Synchronization

/// A daemon whose every answer the test writes itself, in a runtime folder of its own.
final class FakeDaemon: Sendable {
    enum Reply {
        /// The result, in JSON.
        case result(String)
        case failure(Int, String)
        /// Nothing, ever.
        case silence
        /// The connection is closed.
        case close
    }

    typealias Handler = @Sendable (_ method: String, _ parameters: JSONValue) -> Reply

    struct Request: Equatable {
        let method: String
        let parameters: JSONValue
    }

    private struct State {
        var requests: [Request] = []
        var connections: [Int32] = []
    }

    private let folder: RuntimeFolder
    private let listener: Int32
    private let lock: Int32
    private let handler: Handler
    private let state = Mutex(State())

    init(in folder: RuntimeFolder, isLocked: Bool = true, _ handler: @escaping Handler) {
        self.folder = folder
        self.handler = handler
        lock = isLocked ? folder.takeLock() : -1
        listener = folder.listen()
        let daemon = Unmanaged.passRetained(self)
        Self.spawn(daemon.toOpaque()) { context in
            let daemon = Unmanaged<FakeDaemon>.fromOpaque(context!).takeRetainedValue()
            daemon.acceptConnections()
            return nil
        }
    }

    /// What was asked so far.
    var requests: [Request] { state.withLock { $0.requests } }

    /// Sends a line to everybody who is connected.
    func push(_ line: String) {
        let connections = state.withLock { $0.connections }
        for connection in connections { Self.send(line + "\n", connection) }
    }

    /// Ends, as a daemon that is killed does.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        let connections = state.withLock { $0.connections }
        for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
        if lock >= 0 { close(lock) }
    }

    private func acceptConnections() {
        while true {
            let connection = accept(listener, nil, nil)
            if connection < 0 { break }
            state.withLock { $0.connections.append(connection) }
            let pair = Unmanaged.passRetained(Served(daemon: self, connection: connection))
            Self.spawn(pair.toOpaque()) { context in
                let served = Unmanaged<Served>.fromOpaque(context!).takeRetainedValue()
                served.daemon.serve(served.connection)
                return nil
            }
        }
        close(listener)
    }

    private final class Served {
        let daemon: FakeDaemon
        let connection: Int32

        init(daemon: FakeDaemon, connection: Int32) {
            self.daemon = daemon
            self.connection = connection
        }
    }

    private func serve(_ connection: Int32) {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(connection, &block, block.count)
            if count <= 0 { break }
            bytes += block[..<count]
            while let end = bytes.firstIndex(of: 0x0A) {
                let line = Array(bytes[..<end])
                bytes.removeSubrange(...end)
                answer(line, connection)
            }
        }
        shutdown(connection, Int32(SHUT_RDWR))
    }

    private func answer(_ line: [UInt8], _ connection: Int32) {
        guard let request = try? JSONValue(parsing: line), let method = request["method"]?.string else { return }
        let parameters = request["params"] ?? .object([:])
        state.withLock { $0.requests.append(Request(method: method, parameters: parameters)) }
        let id = request["id"]?.integer ?? -1
        switch handler(method, parameters) {
        case .result(let result): Self.send(#"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"# + "\n", connection)
        case .failure(let code, let message):
            let error = JSONValue.object(["code": .integer(code), "message": .string(message)])
            let text = String(decoding: error.bytes, as: UTF8.self)
            Self.send(#"{"jsonrpc":"2.0","id":\#(id),"error":\#(text)}"# + "\n", connection)
        case .silence: break
        case .close: shutdown(connection, Int32(SHUT_RDWR))
        }
    }

    private static func send(_ text: String, _ connection: Int32) {
        var text = text
        text.withUTF8 { _ = Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    private static func spawn(
        _ context: UnsafeMutableRawPointer,
        _ body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    ) {
        var thread = pthread_t()
        pthread_create(&thread, nil, body, context)
        pthread_detach(thread)
    }
}
