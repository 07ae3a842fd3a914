import Foundation

/// What came of a command.
public struct Outcome: Sendable {
    /// Its exit code, or minus the signal that ended it.
    public let status: Int32
    /// What it printed, and what it printed as errors, without the last line's end.
    public let output: String
    public let error: String
}

/// Runs a command to its end.
/// - Parameters:
///   - words: Its name, found in `PATH`, and its arguments.
///   - environment: All of its environment; nil for the tests' own.
///   - input: What it reads.
///   - limit: Seconds after which it is killed.
public func run(
    _ words: [String], environment: [String: String]? = nil, input: String = "", limit: Int = 60
) -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mood-run-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = ["in", "out", "err"].map { folder.appending(path: $0) }
        try Data(input.utf8).write(to: files[0])
        for file in files[1...] { try Data().write(to: file) }
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["--signal=KILL", String(limit)] + words
        if let environment { process.environment = environment }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.run()
        process.waitUntilExit()
        let texts = try files[1...].map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return Outcome(status: status, output: trimmed(texts[0]), error: trimmed(texts[1]))
    } catch {
        return Outcome(status: -1, output: "", error: "\(words): \(error)")
    }
}

private func trimmed(_ text: String) -> String { text.hasSuffix("\n") ? String(text.dropLast()) : text }
