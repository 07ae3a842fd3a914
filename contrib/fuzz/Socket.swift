import Control
import EventLoop
import Glibc
import JSON
import MoodProtocol

private let last = Array("\n{\"jsonrpc\":\"2.0\",\"id\":\"the last\",\"method\":\"status\"}\n".utf8)
private let answer = Array(#""id":"the last","result":"ok"}"#.utf8)

/// Called with each input: what a client sends, in pieces. The server must answer the request behind it, or hang up.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    let client = connect(server)
    defer { close(client) }
    let piece = max(1, count / (Int(bytes.first ?? 0) % 4 + 1))
    var rest = bytes[...]
    while !rest.isEmpty {
        guard send(client, rest.prefix(piece)) else { return 0 }
        rest = rest.dropFirst(piece)
    }
    guard send(client, last[...]) else { return 0 }
    var lines: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while lines.firstRange(of: answer) == nil {
        let received = recv(client, &buffer, buffer.count, 0)
        if received == 0 || received < 0 && errno == ECONNRESET { break }
        precondition(received > 0, "no answer for ten seconds")
        lines += buffer[..<received]
    }
    for line in lines.split(separator: UInt8(ascii: "\n")) {
        precondition((try? JSONValue(parsing: Array(line))) != nil, "what the server says is no JSON")
    }
    return 0
}

/// A server of its own, whose methods do nothing, half of them later.
@ControlActor
private final class Server {
    let control: ControlServer
    private var waiting: [Responder] = []

    init(on loop: EventLoop) throws {
        control = try ControlServer(on: loop, at: SocketPath.resolve())
        for method in Method.allCases where method != .eventsSubscribe && method != .eventsUnsubscribe {
            switch method.rawValue % 3 {
            case _ where method == .status: control.dispatcher.answer(method) { _, writer in writer.value("ok") }
            case 0:
                control.dispatcher.answer(method) { [control] _, writer throws(RPCError) in
                    control.subscriptions.changed(.volume)
                    control.subscriptions.happened(.played) { $0.value("track") }
                    writer.value(String(repeating: "x", count: 10_000))
                }
            case 1: control.dispatcher.answer(method) { _, _ throws(RPCError) in throw RPCError(.notFound, "nothing") }
            default: control.dispatcher.answerLater(method) { [unowned self] _, responder in keep(responder) }
            }
        }
    }

    private func keep(_ responder: Responder) {
        responder.precedeEvents()
        waiting.append(responder)
        if waiting.count > 5 { waiting.removeFirst().succeed { $0.value("done") } }
    }
}

/// Where it listens, from the first input on.
private let server: String = {
    let path = (getenv("FUZZ_FOLDER").map { String(cString: $0) } ?? ".") + "/control.sock"
    setenv("MOOD_SOCKET", path, 1)
    signal(SIGPIPE, SIG_IGN)
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { _ in
            do { _ = try EventLoop.run { try Server(on: $0) } } catch { preconditionFailure("\(error)") }
            return nil
        }, nil)
    return path
}()

/// A connection, as soon as the server listens.
private func connect(_ path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    for _ in 0..<1000 {
        let connected = withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { Glibc.connect(client, $0.baseAddress, socklen_t(bytes.count)) }
        }
        if connected == 0 { return client }
        usleep(5000)
    }
    preconditionFailure("nobody listens at \(path)")
}

/// Whether all of it was taken.
private func send(_ client: Int32, _ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, 0) } == bytes.count
}
