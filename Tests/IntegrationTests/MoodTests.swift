import DaemonSupport
import Foundation
import JSON
import TestSupport
import Testing

/// Moods as their user has them: moodctl, a daemon, and music.
@Suite(.serialized) struct MoodTests {
    /// Songs of their own sound and tags: `Artist - Title [Genre]`.
    private func music(_ names: [String], in folder: URL) throws {
        for (number, name) in names.enumerated() {
            let file = folder.appending(path: name + ".mp3")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let parts = name.split(separator: "/").last!.split(separator: "[")
            let made = run([
                "bash", "-euc",
                """
                sox -qn -r 22050 -c 1 -b 16 "$1.wav" synth 100 sine \(200 + number * 10) gain -30
                lame --quiet -b 32 --tt "$2" --tg "$3" --add-id3v2 "$1.wav" "$1" && rm "$1.wav"
                """,
                "bash", file.path, String(parts[0]).trimmingCharacters(in: .whitespaces),
                parts.count > 1 ? String(parts[1].dropLast()) : "Rock",
            ])
            #expect(made.code == 0, "\(made.errors)")
        }
    }

    private func titles(_ daemon: PrivateDaemon) throws -> [String] {
        let list = try daemon.connect().call("queue.list")
        return (list["entries"]?.array ?? []).compactMap { $0["title"]?.string }
    }

    @Test func aMoodPlaysWhatFitsWithNothingConfigured() throws {
        let daemon = try PrivateDaemon()
        try music(
            ["Still [Dark Ambient]", "a/Piano [Classical]", "Loud [Death Metal]"],
            in: daemon.home.appending(path: "Music"))
        try daemon.start()
        #expect(daemon.moodctl("mood", "Calm").code == 0)
        // Two fit: the next batch is there as well.
        #expect(Set(try titles(daemon)) == ["Still", "Piano"])
        #expect(daemon.moodctl("mood").output == "calm\n")

        let sad = daemon.moodctl("mood", "sad")
        #expect(sad.code == 1 && sad.errors.contains("none of 3 tracks is marked, tagged or of its genres"))
        #expect(daemon.moodctl("mood").output == "calm\n")
        #expect(daemon.moodctl("mood", "clam").errors.contains("happy, sad, calm, angry"))

        #expect(daemon.moodctl("like", "sad", daemon.home.path + "/Music/a").code == 0)
        #expect(daemon.moodctl("mood", "sad").code == 0)
        #expect(Set(try titles(daemon)) == ["Piano"])
        #expect(daemon.moodctl("undo").code == 0)
        #expect(daemon.moodctl("mood").output == "calm\n")
        #expect(Set(try titles(daemon)) == ["Still", "Piano"])
        #expect(daemon.moodctl("mood", "off").code == 0)
        #expect(Set(try titles(daemon)) == ["Still", "Piano"])
    }

    @Test func aBanMovesOnAndIsKeptOverKillAndRenaming() throws {
        let daemon = try PrivateDaemon()
        let folder = daemon.home.appending(path: "Music")
        try music(["One [Jazz]", "Two [Jazz]", "Three [Jazz]"], in: folder)
        try daemon.start()
        #expect(daemon.moodctl("mood", "calm").code == 0)
        let banned = daemon.moodctl("current", "--format", "{{title}}").output.dropLast()
        #expect(daemon.moodctl("ban").code == 0)
        #expect(daemon.moodctl("current", "--format", "{{title}}").output.dropLast() != banned)
        daemon.kill()
        let file = folder.appending(path: "\(banned) [Jazz].mp3")
        try FileManager.default.moveItem(at: file, to: folder.appending(path: "Renamed.mp3"))
        try daemon.start()
        #expect(daemon.moodctl("update").code == 0)
        #expect(daemon.moodctl("mood", "calm").code == 0)
        #expect(!(try titles(daemon)).contains(String(banned)))
        #expect(daemon.moodctl("unrate", "calm", folder.path).code == 0)
        #expect(daemon.moodctl("mood", "calm").code == 0)
        #expect((try titles(daemon)).contains(String(banned)))
    }

    @Test func aBannedTrackIsTakenOutWhereverTheMoodBroughtItAndTheLastOneStopsTheMusic() throws {
        let daemon = try PrivateDaemon(
            configuration: #"{ output: { type: "null" }, moods: { list: "~/Music/list.m3u" } }"#)
        let folder = daemon.home.appending(path: "Music")
        try music(["One", "Two"], in: folder)
        try Data("One.mp3\nTwo.mp3\n".utf8).write(to: folder.appending(path: "list.m3u"))
        try daemon.start()
        #expect(daemon.moodctl("mood", "list").code == 0)
        // The mood was refilled already: each is there more than once.
        #expect(try eventually { try titles(daemon).count > 2 })
        let banned = daemon.moodctl("current", "--format", "{{title}}").output.dropLast()
        #expect(daemon.moodctl("ban").code == 0)
        let left = Set(try titles(daemon))
        #expect(left.count == 1 && !left.contains(String(banned)))
        #expect(daemon.moodctl("status").output.contains("[playing]"))
        #expect(daemon.moodctl("ban").code == 0)
        #expect(try titles(daemon).isEmpty)
        #expect(daemon.moodctl("mood", "list").errors.contains("moodctl unrate list PATH"))
        #expect(daemon.moodctl("moods", "--format", "{{name}}").output.contains("\nlist\n"))
    }

    @Test func aNewerWishMakesAnOlderOneVoid() throws {
        let server = ScriptedServer { $0.waitForClose() }
        defer { server.stop() }
        let daemon = try PrivateDaemon(
            configuration:
                #"{ output: { type: "null" }, moods: { slow: { type: "songs", url: "\#(server.url("/list"))" } } }"#)
        try music(["Still [Ambient]"], in: daemon.home.appending(path: "Music"))
        try daemon.start()
        for words in [["mood", "calm"], ["undo"], ["play", daemon.home.path + "/Music"]] {
            let connection = try daemon.connect()
            let pending = try connection.send("mood.set", ["mood": "slow"])
            #expect(eventually { server.requests > 0 })
            _ = BuiltProgram("moodctl").run(words, environment: daemon.variables)
            #expect(throws: Refusal.self) { try connection.answer(to: pending) }
            #expect(daemon.moodctl("mood").output != "slow\n")
        }
    }

    @Test func aSourceThatSaysNothingIsGivenUpAndTheMusicGoesOn() throws {
        let server = ScriptedServer { $0.waitForClose() }
        defer { server.stop() }
        let daemon = try PrivateDaemon(
            configuration:
                #"{ output: { type: "null" }, moods: { slow: { type: "songs", url: "\#(server.url("/list"))" } } }"#)
        try music(["Still [Ambient]"], in: daemon.home.appending(path: "Music"))
        try daemon.start()
        #expect(daemon.moodctl("mood", "calm").code == 0)
        let slow = daemon.moodctl("mood", "slow")
        #expect(slow.code == 1 && slow.errors.contains("127.0.0.1"))
        #expect(daemon.moodctl("status").output.contains("[playing]"))
        #expect(daemon.moodctl("moods").output.contains("slow"))
    }

    @Test func lyricsFollowWhatIsHeard() throws {
        let daemon = try PrivateDaemon()
        let folder = daemon.home.appending(path: "Music")
        try music(["Song [Folk]"], in: folder)
        let lines = (0..<100).map { "[\($0 / 60):\(String($0 % 60 + 100).dropFirst()).00]line \($0)" }
        try Data(lines.joined(separator: "\n").utf8).write(to: folder.appending(path: "Song [Folk].lrc"))
        try daemon.start()
        #expect(daemon.moodctl("play", folder.path).code == 0)
        #expect(daemon.moodctl("lyrics").output.split(separator: "\n").count == 100)
        let connection = try daemon.connect()
        _ = try connection.call("events.subscribe", ["topics": ["lyrics"]])
        #expect(daemon.moodctl("seek", "50").code == 0)
        var heard: [String] = []
        while heard.last != "line 51" { heard.append(try connection.event()["value"]?["text"]?.string ?? "") }
        #expect(heard.suffix(2) == ["line 50", "line 51"])
        #expect(daemon.moodctl("art").errors.contains("no cover for"))
    }
}
