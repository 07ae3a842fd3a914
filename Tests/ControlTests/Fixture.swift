import Control
import EventLoop
import Glibc
import JSON
import TestSupport

@testable import MoodProtocol

/// A server in a folder of its own, with a few methods that show how it is used.
@ControlActor
final class Fixture {
    let server: ControlServer
    nonisolated let path: SocketPath
    private let loop: EventLoop
    /// The requests that are to be answered when a test says so.
    var responders: [Responder] = []
    /// How many requests were given up because their client left.
    var cancelled = 0
    var volume = 50
    /// How many lists were made.
    var listed = 0

    nonisolated static func path(in folder: String, given: Bool = true) -> SocketPath {
        try! SocketPath.resolve(
            user: geteuid(),
            environment: { [given ? "MOOD_SOCKET" : "XDG_RUNTIME_DIR": given ? folder + "/control.sock" : folder][$0] },
            owner: { _ in geteuid() })
    }

    nonisolated static func makeFolder() -> String {
        var name = Array("/tmp/mood-control-XXXXXX".utf8CString)
        mkdtemp(&name)
        return name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    init(_ loop: EventLoop, at path: SocketPath = Fixture.path(in: Fixture.makeFolder()), inherited: Int32? = nil)
        throws
    {
        self.path = path
        self.loop = loop
        server = try ControlServer(on: loop, at: path, inherited: inherited)
        let subscriptions = server.subscriptions
        server.dispatcher.answer(.status) { _, writer in writer.value("ok") }
        server.dispatcher.answer(.volume) { [unowned self] parameters, writer throws(RPCError) in
            writer.beginObject()
            if parameters.integer("level") == 99 { throw RPCError(.outputUnavailable, "too loud") }
            volume = parameters.integer("level") ?? volume
            writer.member("level", volume)
            writer.endObject()
            subscriptions.changed(.volume)
        }
        server.dispatcher.answer(.librarySearch) { parameters, writer throws(RPCError) in
            writer.value(parameters.string("words") ?? "")
        }
        server.dispatcher.answer(.queueList) { [unowned self] parameters, writer throws(RPCError) in
            listed += 1
            writer.value(String(repeating: "x", count: parameters.integer("limit") ?? 100_000))
        }
        server.dispatcher.answerLater(.queueAdd) { [unowned self] _, responder in
            responder.onClose { [unowned self] in cancelled += 1 }
            responders.append(responder)
        }
        server.dispatcher.answerLater(.play) { [unowned self] parameters, responder in
            if parameters.flag("confirm") {
                responder.precedeEvents()
                responders.append(responder)
            } else {
                responder.succeed { $0.value("playing") }
            }
            subscriptions.changed(.player)
        }
        server.dispatcher.answer(.stop) { [unowned self] _, writer in
            for responder in responders { responder.succeed { $0.value("stopped") } }
            responders = []
            writer.value("stopped")
            subscriptions.happened(.played) { $0.value("track") }
        }
        subscriptions.provide(.volume) { [unowned self] in $0.value(volume) }
        subscriptions.provide(.player) { $0.value("playing") }
    }

    nonisolated func client() -> Client { Client(path.path) }

    /// Does something while the server does nothing.
    func meanwhile(_ body: () -> Void) { body() }

    /// Waits until something that the server does has come true.
    func wait(until condition: @ControlActor () -> Bool) async {
        if condition() { return }
        var turn: EventSource?
        await withoutActuallyEscaping(condition) { condition in
            await withCheckedContinuation { continuation in
                turn = try! loop.post {
                    guard turn != nil, condition() else { return }
                    turn?.cancel()
                    turn = nil
                    continuation.resume()
                }
            }
        }
    }

    /// Takes the oldest request that is still to be answered.
    func nextResponder() async -> Responder {
        await wait { !self.responders.isEmpty }
        return responders.removeFirst()
    }

    func remove() {
        server.close()
        unlink(path.lockPath)
        rmdir(path.folder)
    }

    /// A running server for a test's body, which may block, since it runs elsewhere.
    nonisolated static func run(_ body: (Fixture) async throws -> Void) async throws {
        let fixture = try await ControlThread.run { try Fixture($0) }
        do {
            try await body(fixture)
        } catch {
            await fixture.remove()
            throw error
        }
        await fixture.remove()
    }
}

/// The other end of the socket; reading waits, a minute at most.
final class Client {
    let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 18)
    private var bytes = 0..<0

    init(_ path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        withUnsafeBytes(of: &address) { bytes in
            let pointer = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
            isConnected = connect(descriptor, pointer, socklen_t(bytes.count)) == 0
        }
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    private(set) var isConnected = false

    deinit {
        close(descriptor)
    }

    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    /// A line without its end; nil at the end of the stream, or if none came in time.
    func line() -> String? {
        while true {
            let line = buffer.withUnsafeBytes { all -> String? in
                let rest = UnsafeRawBufferPointer(rebasing: all[bytes])
                guard let end = memchr(rest.baseAddress!, 10, rest.count) else { return nil }
                let line = rest.prefix(UnsafeRawPointer(end) - rest.baseAddress!)
                bytes = bytes.lowerBound + line.count + 1..<bytes.upperBound
                return String(decoding: line, as: UTF8.self)
            }
            if let line { return line }
            let isMore = buffer.withUnsafeMutableBytes { all in
                all.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[bytes]))
                let space = UnsafeMutableRawBufferPointer(rebasing: all[bytes.count...])
                let count = recv(descriptor, space.baseAddress!, space.count, 0)
                bytes = 0..<bytes.count + max(0, count)
                return count > 0
            }
            guard isMore else { return nil }
        }
    }

    func call(_ text: String) -> String? {
        send(text + "\n")
        return line()
    }

    /// No more requests come, while answers are still read.
    func finish() {
        shutdown(descriptor, Int32(SHUT_WR))
    }
}
