/// Where a user's music lies when the configuration doesn't say: `$XDG_MUSIC_DIR`, else what `user-dirs.dirs` says,
/// else `~/Music`.
public enum MusicFolder {
    /// The folder for these paths; `userDirs` is the text of `$XDG_CONFIG_HOME/user-dirs.dirs`, if there is one.
    public static func standard(
        paths: Paths, userDirs: String?, environment: (String) -> String? = Paths.variable
    ) -> String {
        if let path = environment("XDG_MUSIC_DIR"), path.hasPrefix("/") { return path }
        return userDirs.flatMap { fromUserDirs($0, home: paths.home) } ?? paths.home + "/Music"
    }

    /// The last `XDG_MUSIC_DIR="…"` of the file; the home folder itself means that the user wants no such folder.
    private static func fromUserDirs(_ text: String, home: String) -> String? {
        var found: String?
        for line in text.split(separator: "\n") {
            let line = line.drop { $0 == " " || $0 == "\t" }
            guard line.hasPrefix("XDG_MUSIC_DIR=\"") else { continue }
            found = value(line.dropFirst("XDG_MUSIC_DIR=\"".count), home: home) ?? found
        }
        return found
    }

    private static func value(_ quoted: Substring, home: String) -> String? {
        var path = ""
        var isEscaped = false
        for character in quoted {
            if isEscaped {
                path.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                break
            } else {
                path.append(character)
            }
        }
        if path.hasPrefix("$HOME") { path = home + path.dropFirst("$HOME".count) }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path.hasPrefix("/") && path != home ? path : nil
    }
}
