import Glibc

/// The daemon's folders, from the XDG variables only.
///
/// As the XDG Base Directory Specification has it, a variable that is empty or not an absolute path is ignored. What a
/// service manager sets for itself (`STATE_DIRECTORY` and the like) is ignored too: it differs between its versions.
public struct Paths: Equatable, Sendable {
    /// The user's home folder.
    public let home: String
    /// `$XDG_CONFIG_HOME`, where other programs' settings lie as well.
    public let configurationHome: String
    /// Where the queue and the position are kept: `$XDG_STATE_HOME/mood`.
    public let state: String
    /// Where playlists are kept, unless configured otherwise: `$XDG_DATA_HOME/mood/playlists`.
    public let playlists: String
    /// What can be fetched or computed again: `$XDG_CACHE_HOME/mood`.
    public let cache: String

    /// The configuration file: `$XDG_CONFIG_HOME/mood/config.json`.
    public var configuration: String { configurationHome + "/mood/config.json" }

    /// Reads the variables through a closure, so that tests can bring their own.
    public init(environment: (String) -> String? = Paths.variable) {
        func folder(_ name: String) -> String? {
            guard var path = environment(name), path.hasPrefix("/") else { return nil }
            while path.count > 1, path.hasSuffix("/") { path.removeLast() }
            return path
        }
        let home = folder("HOME") ?? Self.homeOfUser()
        func base(_ name: String, _ otherwise: String) -> String { folder(name) ?? home + otherwise }
        self.home = home
        configurationHome = base("XDG_CONFIG_HOME", "/.config")
        state = base("XDG_STATE_HOME", "/.local/state") + "/mood"
        playlists = base("XDG_DATA_HOME", "/.local/share") + "/mood/playlists"
        cache = base("XDG_CACHE_HOME", "/.cache") + "/mood"
    }

    /// A variable of the process's own environment.
    public static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// A path as a person writes it, with `~` for the home folder; nil for one that is not absolute then.
    public func expanding(_ path: String) -> String? {
        if path == "~" { return home }
        if path.hasPrefix("~/") { return home + path.dropFirst() }
        return path.hasPrefix("/") ? path : nil
    }

    private static func homeOfUser() -> String {
        guard let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir else { return "/" }
        return String(cString: folder)
    }
}
