import Foundation

/// A private sound server with one null sink, called `test`, whose monitor can be recorded.
public final class SoundServer {
    public enum Kind: String, CaseIterable, Sendable {
        case pulseaudio
        case pipewire
    }

    public let kind: Kind
    /// What a client is given as `PULSE_SERVER`.
    public var address: String { "unix:" + socket.path }
    private let folder: URL
    private let socket: URL
    private var process: SoundProcess?

    /// Starts one, and waits until it answers.
    public init(_ kind: Kind) throws {
        self.kind = kind
        folder = FileManager.default.temporaryDirectory.appending(path: "mood-sound-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "pulse"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        socket = folder.appending(path: kind == .pulseaudio ? "native" : "pulse/native")
        try start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts the server again after it was killed, at the same address.
    public func start() throws {
        try? FileManager.default.removeItem(at: socket)
        switch kind {
        case .pulseaudio:
            try launch([
                "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--log-level=0",
                "-L", "module-native-protocol-unix auth-anonymous=1 socket=\(socket.path)",
                "-L", "module-null-sink sink_name=test",
            ])
        case .pipewire:
            try launch(["dbus-run-session", "sh", "-c", "pipewire & wireplumber & pipewire-pulse & wait"])
        }
        try wait()
        if kind == .pipewire {
            _ = try control(["load-module", "module-null-sink", "sink_name=test"])
            for _ in 0..<50 where try control(["set-default-sink", "test"]).isEmpty {
                if try control(["get-default-sink"]) == "test\n" { break }
                usleep(100_000)
            }
        }
    }

    /// Ends the server without a word.
    public func kill() {
        process?.end()
        process = nil
    }

    /// What `pactl` answers.
    @discardableResult
    public func control(_ arguments: [String]) throws -> String {
        try SoundProcess(["pactl", "--server", address] + arguments).readToEnd()
    }

    private func launch(_ command: [String]) throws {
        process = try SoundProcess(
            command,
            environment: [
                "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
                "PIPEWIRE_RUNTIME_DIR": folder.path, "DBUS_SESSION_BUS_ADDRESS": "", "DISPLAY": "", "PULSE_SERVER": "",
            ])
    }

    private func wait() throws {
        for _ in 0..<200 {
            if try control(["info"]).contains("Server Name") { return }
            usleep(50_000)
        }
        throw Failure.silent(kind)
    }

    public enum Failure: Error {
        /// It did not answer within ten seconds.
        case silent(Kind)
    }
}
