import Foundation
import TestSupport

/// A moodd of the test's own, as it was built, with its own home, folders and socket.
///
/// It is killed with this object.
public final class PrivateDaemon {
    public let home: URL
    private let environment: [String: String]
    private var process: Process?

    /// - Parameters:
    ///   - configuration: What stands in its `config.json`.
    ///   - soundServer: The PulseAudio it may use; without one there is none for it.
    ///   - variables: What else stands in its environment.
    public init(
        configuration: String = #"{ output: { type: "null" } }"#, soundServer: String? = nil,
        variables: [String: String] = [:]
    ) throws {
        home = FileManager.default.temporaryDirectory.appending(path: "mood-\(UUID().uuidString.prefix(8))")
        environment = [
            "HOME": home.path, "XDG_RUNTIME_DIR": home.path + "/run", "XDG_CONFIG_HOME": home.path + "/config",
            "XDG_STATE_HOME": home.path + "/state", "XDG_CACHE_HOME": home.path + "/cache",
            "XDG_DATA_HOME": home.path + "/data", "NOTIFY_SOCKET": home.path + "/notify", "LC_ALL": "C.UTF-8",
            "PATH": "/usr/bin:/bin", "PULSE_SERVER": soundServer ?? "unix:\(home.path)/no-sound-server",
        ].merging(variables) { $1 }
        for folder in ["run", "config/mood", "state", "cache", "data"] {
            try FileManager.default.createDirectory(
                at: home.appending(path: folder), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        try Data(configuration.utf8).write(to: home.appending(path: "config/mood/config.json"))
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: home)
    }

    /// Its environment, and that of what talks to it.
    public var variables: [String] { environment.map { "\($0)=\($1)" } }
    public var pid: pid_t { process?.processIdentifier ?? 0 }
    public var isRunning: Bool { process?.isRunning ?? false }
    public var socket: String { home.path + "/run/mood/control.sock" }
    /// What it wrote as errors since it was first started.
    public var log: String { String(decoding: Places.contents(home.path + "/log"), as: UTF8.self) }

    /// Starts it, and returns when it says that it is ready.
    public func start() throws {
        let notices = try NoticeSocket(home.path + "/notify")
        let process = try launch()
        while process.isRunning {
            if notices.next().contains("READY=1") { return }
        }
        throw Fault("moodd ended with \(process.terminationStatus): \(log)")
    }

    /// Starts it without waiting for anything.
    @discardableResult
    public func launch() throws -> Process {
        let path = home.path + "/log"
        let log = FileHandle(fileDescriptor: open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600))
        let process = Process()
        process.executableURL = URL(filePath: Program.path("moodd"))
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = log
        process.standardError = log
        try process.run()
        self.process = process
        return process
    }

    /// Ends it at once, as a crash would.
    public func kill() {
        guard let process, process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Asks it to end, and returns its exit code.
    public func terminate() -> Int32 {
        guard let process else { return -1 }
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Runs moodctl against it.
    @discardableResult
    public func moodctl(_ words: String...) -> ProcessRun {
        BuiltProgram("moodctl").run(words, environment: variables)
    }

    public func connect() throws -> DaemonConnection { try DaemonConnection(socket) }
}

/// Something that keeps a test from going on.
public struct Fault: Error, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
}

/// The receiving end of sd_notify.
private final class NoticeSocket {
    private let descriptor: Int32

    init(_ path: String) throws {
        unlink(path)
        descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let bound = withSocketAddress(path) { bind(descriptor, $0, $1) }
        guard bound == 0 else { throw Fault("bind \(path): errno \(errno)") }
    }

    deinit { close(descriptor) }

    /// The next notice; nothing when there is none for a second.
    func next() -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }
}

/// Calls the body with a Unix socket's address.
public func withSocketAddress<Result>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result
{
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}
