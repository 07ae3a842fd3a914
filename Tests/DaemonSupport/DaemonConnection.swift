import Foundation
import JSON

/// A connection to a daemon's socket that asks and waits for the answer.
public final class DaemonConnection {
    private let descriptor: Int32
    private var received: [UInt8] = []
    private var lastID = 0

    public init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard withSocketAddress(path, { Glibc.connect(descriptor, $0, $1) }) == 0 else {
            throw Fault("connect \(path): errno \(errno)")
        }
    }

    deinit { close(descriptor) }

    /// A method's result.
    /// - Throws: `Refusal` for an error of the daemon's, `Fault` when the connection ended first.
    @discardableResult
    public func call(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
        try answer(to: send(method, params))
    }

    /// Sends a request, and returns its id.
    public func send(_ method: String, _ params: JSONValue = [:]) throws -> Int {
        lastID += 1
        let request: JSONValue = [
            "jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method), "params": params,
        ]
        let line = request.bytes + [UInt8(ascii: "\n")]
        var sent = 0
        while sent < line.count {
            let count = line[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Fault("the daemon closed the connection") }
            sent += count
        }
        return lastID
    }

    /// The answer to a request; what comes before it is passed over.
    public func answer(to id: Int) throws -> JSONValue {
        while true {
            let message = try JSONValue(parsing: try line())
            guard message["id"]?.integer == id else { continue }
            if let fault = message["error"] { throw Refusal(fault) }
            return message["result"] ?? .null
        }
    }

    /// The parameters of the next event; answers that come before it are passed over.
    public func event() throws -> JSONValue {
        while true {
            let message = try JSONValue(parsing: try line())
            if message["method"] != nil { return message["params"] ?? .null }
        }
    }

    /// Whether something has arrived that wasn't read yet.
    public func hasInput() throws -> Bool {
        var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptors, 1, 0) > 0
    }

    private func line() throws -> [UInt8] {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeSubrange(...end) }
                return Array(received[..<end])
            }
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { throw Fault("the daemon closed the connection, or said nothing for a minute") }
            received += buffer[..<count]
        }
    }
}

/// An error that the daemon answered.
public struct Refusal: Error {
    public let reason: String
    public let message: String

    init(_ fault: JSONValue) {
        reason = fault["data"]?["reason"]?.string ?? ""
        message = fault["message"]?.string ?? ""
    }
}
