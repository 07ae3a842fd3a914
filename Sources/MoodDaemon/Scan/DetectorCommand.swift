import Glibc

/// The configured program that looks at faces, found on the disk, with its arguments.
struct DetectorCommand: Equatable, Sendable {
    /// What runs where nothing is configured.
    static let standard = ["moodscan"]

    /// Where the program lies.
    let program: String
    /// What it gets.
    var arguments: [[UInt8]]

    /// Looks the first word up like a shell, and in `~/.local/bin`, which a service's PATH often lacks.
    ///
    /// - Throws: `DetectorFault` if it isn't there.
    init(_ words: [String], paths: Paths, path: String? = Paths.variable("PATH")) throws(DetectorFault) {
        let word = words.first ?? ""
        arguments = words.dropFirst().map { Array($0.utf8) }
        if word.utf8.contains(UInt8(ascii: "/")) {
            program = paths.expanding(word) ?? word
            guard Self.isProgram(program) else { throw DetectorFault("scan.command: no program at \(program)") }
            return
        }
        let folders = (path ?? "/usr/bin:/bin").split(separator: ":").map(String.init) + [paths.home + "/.local/bin"]
        let found = folders.lazy.map { "\($0)/\(word)" }.first(where: Self.isProgram)
        guard let found else {
            throw DetectorFault(
                words == Self.standard
                    ? "moodscan isn't installed: contrib/install --with-scan"
                    : "scan.command: no program \"\(word)\" in PATH or ~/.local/bin")
        }
        program = found
    }

    /// What a person knows it by.
    var name: String {
        program.split(separator: "/").last.map(String.init) ?? program
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
