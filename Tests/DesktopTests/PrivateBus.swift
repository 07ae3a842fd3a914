import DaemonSupport
import Foundation
import TestSupport

/// A dbus-daemon of the test's own, which can go and come back; it is no session's and no machine's until a program is
/// told so.
final class PrivateBus {
    let folder: URL
    private var process: SoundProcess?
    private var companions: [SoundProcess] = []

    /// Not started yet.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "mood-bus-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Without folders of services it can start none.
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <listen>\(address)</listen>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
              </policy>
            </busconfig>
            """
        try Data(configuration.utf8).write(to: folder.appending(path: "bus.conf"))
    }

    deinit {
        kill()
        companions.forEach { $0.end() }
        try? FileManager.default.removeItem(at: folder)
    }

    var address: String { "unix:path=\(folder.path)/socket" }

    /// Starts it, also after it was killed, and returns when it can be connected to.
    func start() throws {
        process = try SoundProcess([
            "dbus-daemon", "--config-file=\(folder.path)/bus.conf", "--nofork", "--nopidfile", "--print-address",
        ])
        guard let process, process.readLine().hasPrefix("unix:") else { throw Fault("dbus-daemon doesn't start") }
    }

    /// Ends it without a word; its socket stays behind.
    func kill() {
        process?.end()
        process = nil
    }

    /// Runs a program on this bus for as long as it goes on, and returns once it has this name.
    func serve(_ command: [String], as name: String) throws {
        companions.append(
            try SoundProcess(
                command, environment: ["DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": address]))
        guard eventually({ busctl("status", name).code == 0 }) else { throw Fault("\(name) doesn't appear") }
    }

    /// A program's lines while something goes on; it ends with this object.
    func listen(_ command: [String]) throws -> SoundProcess {
        let listener = try SoundProcess(command, environment: ["DBUS_SESSION_BUS_ADDRESS": address])
        companions.append(listener)
        return listener
    }

    @discardableResult
    func busctl(_ words: String...) -> ProcessRun { run(["busctl", "--address=\(address)"] + words) }

    @discardableResult
    func playerctl(_ words: String...) -> ProcessRun {
        run(["env", "DBUS_SESSION_BUS_ADDRESS=\(address)", "playerctl"] + words)
    }
}

/// What the daemon shows on a bus.
extension PrivateBus {
    static let player = "org.mpris.MediaPlayer2.moodd"
    static let object = "/org/mpris/MediaPlayer2"

    /// Waits until the daemon has its name.
    func awaitPlayer(_ name: String = PrivateBus.player) -> Bool {
        eventually { busctl("status", name).code == 0 }
    }

    /// A property of the player as busctl writes it: its type and its value.
    func property(_ name: String, of interface: String = "org.mpris.MediaPlayer2.Player") -> String {
        let answer = busctl("get-property", Self.player, Self.object, interface, name)
        return answer.code == 0 ? answer.output.trimmingCharacters(in: .newlines) : answer.errors
    }

    /// Calls a method of the player's.
    @discardableResult
    func call(_ method: String, _ arguments: String...) -> ProcessRun {
        run(
            [
                "busctl", "--address=\(address)", "call", Self.player, Self.object, "org.mpris.MediaPlayer2.Player",
                method,
            ]
                + arguments)
    }
}
