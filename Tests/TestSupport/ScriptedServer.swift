import Glibc
import Synchronization

/// An HTTP server on loopback whose every answer the test writes itself, byte for byte.
public final class ScriptedServer: Sendable {
    /// One request, and the means to answer it.
    public struct Exchange {
        /// The request's first line and header lines, as they came.
        public let lines: [String]
        /// How many requests came before this one.
        public let number: Int
        let descriptor: Int32

        /// The path and query asked for.
        public var target: String { lines.first?.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

        /// The value of a header field, by its lower-case name.
        public func field(_ name: String) -> String? {
            lines.dropFirst().first { $0.lowercased().hasPrefix(name + ":") }
                .map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
        }

        /// Sends bytes as they are; false when the client has gone.
        @discardableResult
        public func send(_ bytes: [UInt8]) -> Bool {
            var sent = 0
            while sent < bytes.count {
                let count = bytes.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }

        /// Sends text as it is.
        @discardableResult
        public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        /// Sends a whole answer with its length.
        public func answer(_ body: [UInt8], status: String = "200 OK", type: String = "application/json") {
            send(
                "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n"
            )
            send(body)
        }

        /// Waits until the client closes.
        public func waitForClose() {
            var byte: UInt8 = 0
            while recv(descriptor, &byte, 1, 0) > 0 {}
        }
    }

    /// Where it listens.
    public let port: UInt16
    private let listener: Int32
    private let count = Atomic<Int>(0)

    /// Answers every request by `handler`, each on a thread of its own; the connection closes when it returns.
    public init(_ handler: @escaping @Sendable (Exchange) -> Void) {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        port = bindToLoopback(listener)
        listen(listener, 64)
        startThread { [self] in
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { return }
                startThread { [self] in
                    defer { close(descriptor) }
                    guard let lines = readRequest(descriptor) else { return }
                    let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
                    handler(Exchange(lines: lines, number: number, descriptor: descriptor))
                    shutdown(descriptor, Int32(SHUT_WR))
                }
            }
        }
    }

    /// How many requests came.
    public var requests: Int { count.load(ordering: .relaxed) }

    /// The address of a path on it.
    public func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Listens no more.
    public func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}

/// A port on loopback that nobody uses, bound to this socket.
func bindToLoopback(_ descriptor: Int32) -> UInt16 {
    _ = bind(descriptor, toPort: 0)
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
        _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    return UInt16(bigEndian: address.sin_port)
}

/// A port that was free a moment ago, for servers that want to be told theirs.
///
/// It is none of those that the system gives to connections: while the server is down, one of them would take it.
public func freePort() -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    while true {
        let port = UInt16.random(in: 10_000..<32_768)
        if bind(descriptor, toPort: port) { return port }
    }
}

private func bind(_ descriptor: Int32, toPort port: UInt16) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
    }
}

private func readRequest(_ descriptor: Int32) -> [String]? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < 65536, recv(descriptor, &byte, 1, 0) == 1 {
        bytes.append(byte)
        if bytes.suffix(4) == [13, 10, 13, 10] {
            return String(decoding: bytes.dropLast(4), as: UTF8.self).split(separator: "\r\n").map(String.init)
        }
    }
    return nil
}

/// Runs `body` on a thread of its own.
public func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { box in
            Unmanaged<Box>.fromOpaque(box!).takeRetainedValue().body()
            return nil
        }, Unmanaged.passRetained(Box(body)).toOpaque())
    pthread_detach(thread)
}
