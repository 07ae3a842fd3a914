import Control
import EventLoop
import Glibc
import JSON
import MoodProtocol

/// What the daemon says of itself, and its end.
@ControlActor
struct ServerHandlers {
    let daemon: Daemon
    /// Differs each time the daemon starts.
    private let instance = String(UInt64.random(in: .min ... .max), radix: 16)
    private let started = Clock.monotonicNanoseconds

    init(daemon: Daemon) {
        self.daemon = daemon
    }

    func register(with dispatcher: Dispatcher) {
        dispatcher.answer(.serverInfo) { _, writer in
            let uptime = Double(Clock.monotonicNanoseconds - started) / 1e9
            ServerInfo(
                version: Version.program.description, apiMajor: Version.apiMajor, apiMinor: Version.apiMinor,
                instance: instance, pid: Int(getpid()), uptime: uptime, capabilities: [], faults: daemon.faults
            ).write(to: &writer)
        }
        dispatcher.answer(.serverReload) { _, writer in
            let changes = daemon.reload()
            ReloadResult(
                changed: changes.changed, restartNeeded: changes.restartNeeded, faults: daemon.faults
            ).write(to: &writer)
        }
        dispatcher.answer(.serverQuit) { _, writer in
            writer.beginObject()
            writer.endObject()
            daemon.quitSoon()
        }
    }
}
