import Foundation

/// A real nginx on loopback, with a folder of its own.
public final class NginxServer {
    /// The folder it serves.
    public let root: URL
    public let port: UInt16
    private let folder: URL
    private var process: Process?

    /// Serves a new folder.
    /// - Parameters:
    ///   - locations: Directives for the server block, beside those that serve the folder.
    ///   - tls: A certificate and key in PEM, to listen with TLS instead.
    public init(locations: String = "", tls: (certificate: URL, key: URL)? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "mood-nginx-\(UUID().uuidString)")
        root = folder.appending(path: "root")
        port = freePort()
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let listen = tls == nil ? "127.0.0.1:\(port)" : "127.0.0.1:\(port) ssl http2"
        let certificate = tls.map {
            "ssl_certificate \($0.certificate.path); ssl_certificate_key \($0.key.path);"
        }
        try """
        daemon off; worker_processes 1; pid \(folder.path)/pid; error_log \(folder.path)/error.log;
        \(getuid() == 0 ? "user root;" : "")
        events { worker_connections 64; }
        http {
            types { audio/mpeg mp3; application/json json; audio/x-mpegurl m3u; }
            access_log off; sendfile off; output_buffers 1 16k;
            client_body_temp_path \(folder.path)/b; proxy_temp_path \(folder.path)/p;
            fastcgi_temp_path \(folder.path)/f; uwsgi_temp_path \(folder.path)/u; scgi_temp_path \(folder.path)/s;
            server { listen \(listen); root \(root.path); \(certificate ?? "") \(locations) }
        }
        """.write(to: folder.appending(path: "nginx.conf"), atomically: true, encoding: .utf8)
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The address of a file in its folder.
    public func url(_ path: String, scheme: String = "http") -> String { "\(scheme)://127.0.0.1:\(port)/\(path)" }

    /// Starts it, again after `stop`, and returns when it accepts connections.
    public func start() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/sbin/nginx")
        process.arguments = [
            "-c", folder.appending(path: "nginx.conf").path, "-e", folder.appending(path: "error.log").path,
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
        while !accepts() {
            guard process.isRunning else { throw NginxFault(log: log) }
            usleep(5_000)
        }
    }

    /// Kills it with all its connections.
    public func stop() {
        guard let process else { return }
        let children =
            (try? String(
                contentsOfFile: "/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/children",
                encoding: .utf8)) ?? ""
        // The master first: it would replace a worker that died before it.
        kill(process.processIdentifier, SIGKILL)
        for child in children.split(separator: " ").compactMap({ pid_t($0) }) { kill(child, SIGKILL) }
        process.waitUntilExit()
        self.process = nil
    }

    private var log: String {
        (try? String(contentsOf: folder.appending(path: "error.log"), encoding: .utf8)) ?? ""
    }

    private func accepts() -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}

/// Why nginx did not start.
public struct NginxFault: Error {
    public let log: String
}
