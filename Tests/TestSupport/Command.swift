/// Runs a command of the system, found in the usual folders, to its end.
public func run(_ words: [String], limit: Double = 60) -> ProcessRun {
    BuiltProgram(path: "/usr/bin/env").run(
        words, environment: ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8"],
        limit: limit)
}
