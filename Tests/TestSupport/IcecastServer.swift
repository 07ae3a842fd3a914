import Foundation

/// A real icecast2 on loopback, with a station that plays one MP3 over and over.
public final class IcecastServer {
    public let port: UInt16
    private let folder: URL
    private let process = Process()
    private var source: Int32 = -1

    /// Why there is none: it isn't installed, or did not start.
    public struct Fault: Error {
        public let message: String
    }

    /// Starts it, and a source that plays `sound` at the speed of `bytesPerSecond` at `/live`.
    public init(playing sound: [UInt8], name: String, bytesPerSecond: Int = 16_000) throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/icecast2") else {
            throw Fault(message: "icecast2 isn't installed")
        }
        folder = FileManager.default.temporaryDirectory.appending(path: "mood-icecast-\(UUID().uuidString.prefix(8))")
        port = freePort()
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o777])
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        try """
        <icecast><limits><clients>20</clients><sources>2</sources><burst-size>65535</burst-size></limits>
        <authentication><source-password>secret</source-password><admin-user>admin</admin-user>
        <admin-password>secret</admin-password></authentication><hostname>127.0.0.1</hostname>
        <listen-socket><port>\(port)</port><bind-address>127.0.0.1</bind-address></listen-socket>
        <paths><basedir>\(folder.path)</basedir><logdir>\(folder.path)</logdir><webroot>/usr/share/icecast2/web</webroot>
        <adminroot>/usr/share/icecast2/admin</adminroot></paths>
        <logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog><loglevel>3</loglevel></logging></icecast>
        """.write(to: folder.appending(path: "icecast.xml"), atomically: true, encoding: .utf8)
        // It refuses to run as root.
        let words = getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words + ["icecast2", "-c", folder.appending(path: "icecast.xml").path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let request = """
            PUT /live HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic \(Self.credentials("source"))\r
            Content-Type: audio/mpeg\r\nIce-Name: \(name)\r\nIce-Public: 0\r\n\r\n
            """
        var answer = ""
        for _ in 0..<200 where !answer.contains("200 OK") {
            usleep(50_000)
            if source >= 0 { close(source) }
            source = connected()
            answer = ask(source, request)
        }
        guard answer.contains("200 OK") else { throw Fault(message: "icecast2 takes no source: \(answer)") }
        play(sound, bytesPerSecond)
        // A station is found a moment after its source was taken.
        for _ in 0..<200 {
            let listener = connected()
            defer { close(listener) }
            if ask(listener, "GET /live HTTP/1.0\r\n\r\n").contains("200 OK") { return }
            usleep(50_000)
        }
        throw Fault(message: "icecast2 doesn't find its station")
    }

    deinit {
        shutdown(source, Int32(SHUT_RDWR))
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The station's address.
    public var url: String { "http://127.0.0.1:\(port)/live" }

    /// Announces what plays from now on; the title is UTF-8, percent-encoded.
    public func announce(_ title: String) {
        let descriptor = connected()
        defer { close(descriptor) }
        _ = ask(
            descriptor,
            """
            GET /admin/metadata?mount=/live&mode=updinfo&charset=UTF-8&song=\(title) HTTP/1.0\r
            Authorization: Basic \(Self.credentials("admin"))\r\n\r\n
            """)
    }

    private static func credentials(_ user: String) -> String { Data("\(user):secret".utf8).base64EncodedString() }

    private func play(_ sound: [UInt8], _ bytesPerSecond: Int) {
        let descriptor = source
        startThread {
            var place = 0
            while true {
                let piece = (0..<bytesPerSecond / 10).map { sound[(place + $0) % sound.count] }
                place += piece.count
                var sent = 0
                while sent < piece.count {
                    let count = piece[sent...].withUnsafeBytes {
                        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard count > 0 else {
                        close(descriptor)
                        return
                    }
                    sent += count
                }
                usleep(90_000)
            }
        }
    }

    private func connected() -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return descriptor
    }

    /// Sends a request, and answers what comes first.
    private func ask(_ descriptor: Int32, _ request: String) -> String {
        let bytes = Array(request.utf8)
        guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return "" }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}
