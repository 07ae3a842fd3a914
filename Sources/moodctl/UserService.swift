import Glibc

/// What a person types to look after the daemon: through the user's systemd, or without where there is none.
enum UserService {
    static var start: String { hasManager ? "systemctl --user start moodd" : "moodd &" }
    static var restart: String { hasManager ? "systemctl --user restart moodd" : "pkill moodd, then moodd &" }
    static var journal: String { hasManager ? "journalctl --user -u moodd" : "start it in a terminal to see why" }

    /// Whether a manager is there for `systemctl --user` to speak with, by the socket that it looks for.
    private static var hasManager: Bool {
        guard let folder = getenv("XDG_RUNTIME_DIR") else { return false }
        return access(String(cString: folder) + "/systemd/private", F_OK) == 0
    }
}
