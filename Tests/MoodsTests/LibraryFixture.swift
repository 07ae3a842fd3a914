import EventLoop
import Files
import Glibc
import Playback
import TestSupport

@testable import Moods

/// A library over a folder of empty files, whose tags stand in their names: `Artist - Title [genre] {mood}.mp3`.
final class LibraryFixture: Sendable {
    let folder = TemporaryFolder()
    /// The paths that were read, in order.
    let reads = Lock<[String]>([])

    var music: String { folder.path + "/Music" }
    var index: LibraryIndex { LibraryIndex(path: folder.path + "/cache/library.sqlite") }

    init(_ files: [String] = []) {
        folder.makeFolder("Music")
        for file in files { folder.write("Music/" + file, "x") }
    }

    var reader: @Sendable ([UInt8]) -> ScannedFile {
        { [reads] path in
            let path = String(decoding: path, as: UTF8.self)
            reads.withLock { $0.append(path) }
            return Self.scanned(path)
        }
    }

    static func scanned(_ path: String) -> ScannedFile {
        let name = path.split(separator: "/").last!.prefix { $0 != "." }
        func part(_ open: Character, _ close: Character) -> String? {
            name.firstIndex(of: open).flatMap { start in
                name[start...].firstIndex(of: close).map { String(name[name.index(after: start)..<$0]) }
            }
        }
        let words = name.prefix { $0 != "[" && $0 != "{" }.split(separator: "-", maxSplits: 1)
        var track = Track(uri: "")
        track.artists = words.count > 1 ? [trim(words[0])] : []
        track.title = trim(words.last ?? "")
        track.genre = part("[", "]")
        track.album = path.split(separator: "/").dropLast().last.flatMap { $0 == "Music" ? nil : String($0) }
        return ScannedFile(track: track, moods: part("{", "}").map { [$0] } ?? [], audio: audio(String(name)))
    }

    private static func trim(_ text: Substring) -> String {
        text.split(separator: " ").joined(separator: " ")
    }

    /// The audio of a file is known by its name, wherever it lies.
    static func audio(_ name: String) -> UInt64 { Array(name.utf8).withUnsafeBytes { Checksum.of($0) } }

    /// Scans to the end.
    @discardableResult
    func scan(_ target: String? = nil, roots: [String]? = nil) throws -> LibraryChanges {
        let scan = try LibraryScan(
            index, roots: (roots ?? [music]).map { Array($0.utf8) }, target: target.map { Array($0.utf8) }, read: reader
        )
        while try !scan.run(seconds: 0.01, Cancellation()) {}
        return scan.changes
    }

    /// The titles of what is found.
    func find(_ text: String) throws -> [String] {
        try index.tracks(try index.tracks(found: LibrarySearch(text))).map { $0.title ?? $0.uri }
    }
}
