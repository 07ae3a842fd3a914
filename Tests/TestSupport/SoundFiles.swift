import Foundation

/// Music made for tests: synthesised tones, encoded by the real `lame`, in a folder that goes with this value.
public final class SoundFiles: Sendable {
    public let folder: URL

    public init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "mood-files-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    public func path(_ name: String) -> String { folder.appending(path: name).path }

    /// A sine of so many seconds, -6 dB, the same on every channel.
    public static func sine(
        _ frequency: Double, seconds: Double, rate: Int = 44_100, channels: Int = 2
    ) -> [Int16] {
        (0..<Int(seconds * Double(rate))).flatMap { frame in
            let value = Int16(16_384 * sin(2 * .pi * frequency * Double(frame) / Double(rate)))
            return repeatElement(value, count: channels)
        }
    }

    /// Encodes samples as an MP3; answers its path.
    @discardableResult
    public func encode(
        _ samples: [Int16], as name: String, rate: Int = 44_100, channels: Int = 2, _ options: [String] = ["-b", "128"]
    ) throws -> String {
        let raw = folder.appending(path: name + ".raw")
        try samples.withUnsafeBytes { try Data($0).write(to: raw) }
        defer { try? FileManager.default.removeItem(at: raw) }
        try call(
            [
                "lame", "--quiet", "-r", "-s", "\(Double(rate) / 1000)", "--bitwidth", "16", "--signed",
                "--little-endian",
            ]
                + ["-m", channels == 1 ? "m" : "j"] + options + [raw.path, path(name)])
        return path(name)
    }

    /// A tone as an MP3; answers its path.
    @discardableResult
    public func tone(
        _ frequency: Double, seconds: Double, as name: String, rate: Int = 44_100, channels: Int = 2,
        _ options: [String] = ["-b", "128"]
    ) throws -> String {
        try encode(
            SoundFiles.sine(frequency, seconds: seconds, rate: rate, channels: channels), as: name, rate: rate,
            channels: channels, options)
    }

    /// Writes a file as it is; answers its path.
    @discardableResult
    public func write(_ data: Data, as name: String) throws -> String {
        try data.write(to: folder.appending(path: name))
        return path(name)
    }

    public func read(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: name))
    }

    /// Runs a program to its end; answers what it printed.
    @discardableResult
    public func call(_ command: [String]) throws -> Data {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure.failed(command) }
        return data
    }

    public enum Failure: Error {
        case failed([String])
    }
}
