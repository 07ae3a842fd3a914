import CSystemd
import Glibc

/// What the service manager is told (sd_notify(3)).
///
/// Without one, nothing happens.
public enum Service {
    /// The socket listens: whoever waited for the daemon may go on.
    public static func ready(status: String) { notify("READY=1\nSTATUS=\(oneLine(status))") }

    /// What the daemon does just now, as `systemctl status` shows it.
    public static func status(_ status: String) { notify("STATUS=\(oneLine(status))") }

    /// The configuration is being read again; `ready` ends it.
    public static func reloading() {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        notify("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1_000)")
    }

    /// The daemon is about to end.
    public static func stopping() { notify("STOPPING=1") }

    private static func notify(_ state: String) {
        _ = sd_notify(0, state)
    }

    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}
