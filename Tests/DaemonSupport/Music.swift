import Foundation
import TestSupport

/// MP3s made once and linked wherever a test wants them.
public enum Music {
    private static let folder: URL = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mood-music-\(getpid())")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(at: Music.folder) }
        return folder
    }()

    private static let brief = make(seconds: 1)
    private static let long = make(seconds: 240)

    /// Puts files of four minutes, or of one second, into a new folder; answers their paths in order.
    public static func fill(_ folder: URL, count: Int, brief: Bool = false) throws -> [String] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let source = brief ? self.brief : long
        return try (0..<count).map { number in
            let digits = String(number + 100_000).dropFirst()
            let path = folder.appending(path: "\(digits).mp3").path
            guard link(source.path, path) == 0 else { throw Fault("link \(path): errno \(errno)") }
            return path
        }
    }

    private static func make(seconds: Int) -> URL {
        let file = folder.appending(path: "\(seconds).mp3")
        let made = run([
            "bash", "-euc",
            """
            sox -qn -r 44100 -c 2 -b 16 "$1.wav" synth \(seconds) sine 220 sine 330 gain -20
            lame --quiet -b 64 "$1.wav" "$1" && rm "$1.wav"
            """,
            "bash", file.path,
        ])
        precondition(made.code == 0, made.errors)
        return file
    }
}

/// Waits until a condition holds, and answers whether it ever did.
public func eventually(seconds: Double = 15, _ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while Date() < deadline {
        if try condition() { return true }
        usleep(10_000)
    }
    return false
}
