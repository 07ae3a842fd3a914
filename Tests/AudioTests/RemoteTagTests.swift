import Foundation
import Playback
import TestSupport
import Testing

@testable import Audio

/// What tracks behind addresses say of themselves, from a real server.
@Suite struct RemoteTagTests {
    let files: SoundFiles

    init() throws {
        files = try SoundFiles()
    }

    /// What the engine tells of a file's tags when it plays it from a server, until it was heard to its end.
    private func told(of path: String) throws -> [Track] {
        let server = try NginxServer()
        defer { server.stop() }
        let name = URL(filePath: path).lastPathComponent
        try FileManager.default.copyItem(at: URL(filePath: path), to: server.root.appending(path: name))
        return try told(server.url(name))
    }

    private func told(_ url: String) throws -> [Track] {
        let probe = try EngineProbe(.null(fast: true))
        probe.play(url)
        #expect(probe.wait(for: .ended(1)))
        return probe.all.compactMap { if case .tags(Ticket(rawValue: 1), let track) = $0 { track } else { nil } }
    }

    private func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let size = content.count
        return Array(name.utf8) + [24, 16, 8, 0].map { UInt8(size >> $0 & 0xFF) } + [0, 0] + content
    }

    /// An MP3 of so many seconds behind an ID3v2.3 tag with these frames.
    private func tagged(_ frames: [UInt8], flags: UInt8 = 0) throws -> String {
        _ = try files.tone(440, seconds: 2, as: "a.mp3")
        let size = [21, 14, 7, 0].map { UInt8(frames.count >> $0 & 0x7F) }
        return try files.write(
            Data(Array("ID3".utf8) + [3, 0, flags] + size + frames) + files.read("a.mp3"), as: "two.mp3")
    }

    private var texts: [UInt8] {
        frame("TIT2", Array("\0Two".utf8)) + frame("TPE1", Array("\0Art A".utf8)) + frame("TRCK", Array("\02/9".utf8))
    }

    private var twoByArt: Track {
        var track = Track(uri: "")
        track.title = "Two"
        track.artists = ["Art A"]
        track.number = 2
        return track
    }

    @Test("a cover of megabytes is neither waited for nor in the way", arguments: [0, 3 << 20])
    func mp3(cover: Int) throws {
        let picture =
            cover > 0 ? frame("APIC", Array("\0image/jpeg\0\u{3}\0".utf8) + Array(repeating: 0x55, count: cover)) : []
        #expect(try told(of: tagged(texts + picture)) == [twoByArt])
    }

    @Test("half a text is none, also in a tag that is unsynchronised as a whole", arguments: [0, 0x80])
    func cut(flags: UInt8) throws {
        let long = Array("\0".utf8) + Array(repeating: UInt8(ascii: "x"), count: 30_000)
        let path = try tagged(
            texts + frame("TALB", long) + frame("APIC", Array(repeating: 0, count: 300_000)), flags: flags)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        // From the start no more comes than the first part, and the sound is asked for behind the tag.
        let server = ScriptedServer { exchange in
            let isWhole = exchange.field("range") == nil
            serve(bytes, exchange, upTo: isWhole ? 20_000 : nil)
            if isWhole { exchange.waitForClose() }
        }
        defer { server.stop() }
        #expect(try told(server.url("/two.mp3")) == [twoByArt])
        #expect(server.requests == 2)
    }

    @Test(
        "what is fetched whole tells its tags too",
        arguments: [
            (
                ["flac", "-s", "-T", "TITLE=Two", "-T", "ARTIST=Art A", "-T", "TRACKNUMBER=2", "-o", "OUT", "IN"],
                "a.flac"
            ),
            (["oggenc", "-Q", "-t", "Two", "-a", "Art A", "-N", "2", "-o", "OUT", "IN"], "a.ogg"),
            (
                ["opusenc", "--quiet", "--title", "Two", "--artist", "Art A", "--tracknumber", "2", "IN", "OUT"],
                "a.opus"
            ),
        ])
    func whole(encoder: [String], name: String) throws {
        try files.call(["sox", "-qn", "-r", "48000", "-c", "2", "-b", "16", files.path("in.wav"), "synth", "2", "sine"])
        let words = ["IN": files.path("in.wav"), "OUT": files.path(name)]
        try files.call(encoder.map { words[$0] ?? $0 })
        #expect(try told(of: files.path(name)) == [twoByArt])
    }

    @Test func whatSaysNothingTellsNothing() throws {
        _ = try files.tone(440, seconds: 1, as: "plain.mp3")
        #expect(try told(of: files.path("plain.mp3")).isEmpty)
    }
}
