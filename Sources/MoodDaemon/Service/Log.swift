import Glibc
import Playback

/// The daemon's messages, one line each, on standard error.
///
/// Where that is the journal, each line carries its priority as `<N>`, and a journal that doesn't read loses lines
/// rather than holding the daemon up. Elsewhere lines are plain.
public struct Log: Sendable {
    /// How much a message matters, by the numbers of syslog(3).
    public enum Priority: Int, Sendable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
    }

    private let descriptor: Int32
    private let isJournal: Bool

    /// Finds out through `JOURNAL_STREAM` (systemd.exec(5)) whether the descriptor leads to the journal.
    public init(descriptor: Int32 = STDERR_FILENO, environment: (String) -> String? = Paths.variable) {
        self.descriptor = descriptor
        var status = stat()
        isJournal =
            fstat(descriptor, &status) == 0 && environment("JOURNAL_STREAM") == "\(status.st_dev):\(status.st_ino)"
    }

    /// Something failed that the user asked for, or will miss.
    public func error(_ message: String) { write(message, .error) }

    /// Something is wrong, and the daemon goes on around it.
    public func warning(_ message: String) { write(message, .warning) }

    /// Something worth knowing happened.
    public func notice(_ message: String) { write(message, .notice) }

    /// Something ordinary happened.
    public func info(_ message: String) { write(message, .info) }

    private func write(_ message: String, _ priority: Priority) {
        var line = Log.line(message, priority: isJournal ? priority : nil)
        line.withUTF8 { bytes in
            if isJournal {
                _ = send(
                    descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
            } else {
                _ = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
        }
    }

    /// One line, whatever the message holds: control characters become spaces, as titles and paths may bring some.
    static func line(_ message: String, priority: Priority?) -> String {
        (priority.map { "<\($0.rawValue)>" } ?? "") + message.withoutCommands + "\n"
    }
}
