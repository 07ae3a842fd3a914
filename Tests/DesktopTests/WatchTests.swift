import DaemonSupport
import Foundation
import JSON
import TestSupport
import Testing

/// `moodctl watch` in a real terminal, with a real daemon.
@Suite(.timeLimit(.minutes(3))) struct WatchTests {
    private let daemon: PrivateDaemon
    private static let long = String(repeating: "la la 長い歌 ", count: 30)

    /// Three tracks play, the first with a title in Chinese and lyrics of which one line is long.
    init() throws {
        daemon = try PrivateDaemon()
        let files = try Music.fill(daemon.home.appending(path: "Music"), count: 3)
        let lyrics = "[00:00.00]first words\n[01:00.00]\(Self.long)\n[02:00.00]last words\n"
        try Data(lyrics.utf8).write(to: daemon.home.appending(path: "Music/00000.lrc"))
        try daemon.start()
        let titles = ["千本桜の夜に咲く長い題名の歌", "Second", "Third"]
        let items = zip(files, titles).map { file, title -> JSONValue in
            ["uri": .string(file), "title": .string(title), "artists": ["初音ミク"]]
        }
        _ = try daemon.connect().call("queue.add", ["items": .array(items), "play": true])
        _ = try daemon.connect().call("modes", ["repeat": "all"])
    }

    private func watch(_ width: Int = 80, _ height: Int = 24) throws -> TmuxTerminal {
        let terminal = try TmuxTerminal(daemon, width: width, height: height)
        try terminal.type("moodctl watch", "Enter")
        try terminal.see("初音ミク")
        return terminal
    }

    private func awaitStatus(_ format: String, _ text: String) throws {
        let holds = eventually { daemon.moodctl("status", "-f", format).output == text + "\n" }
        #expect(holds, "\(format) isn't \(text) but \(daemon.moodctl("status", "-f", format).output)")
    }

    @Test func itFillsEachSizeAndFollowsResizingWhilePlaying() throws {
        let terminal = try watch()
        #expect(daemon.moodctl("seek", "70").code == 0)
        for (width, height) in [(80, 24), (40, 12), (200, 60), (20, 5), (80, 24)] {
            try terminal.resize(width: width, height: height)
            try terminal.see("千本桜", "1:1", "\u{2212}2:")
            if width >= 40 { try terminal.see("la la 長い歌", "repeat all") }
            if width >= 80 { try terminal.see("Second", "Third", "4:00") }
            #expect(try terminal.lines.prefix(height).contains { $0.contains("⠶") && $0.contains("⠤") })
        }
    }

    @Test func keysDoWhatTheySay() throws {
        let terminal = try watch()
        try terminal.type("Space")
        try awaitStatus("{{state}}", "paused")
        try terminal.see("‖ paused")
        try terminal.type("n")
        try awaitStatus("{{title}} {{state}}", "Second playing")
        try terminal.type("p")
        try awaitStatus("{{number}}", "1")
        _ = daemon.moodctl("volume", "50")
        try terminal.type("+", "Up", "-", "Down", "Down")
        try awaitStatus("{{volume}}", "45")
        try terminal.see("45 %")
        try terminal.type("m")
        try terminal.see("muted")
        try terminal.type("s", "r")
        try terminal.see("shuffle")
        try terminal.see("repeat one")
        try terminal.type("Space")
        try awaitStatus("{{state}}", "paused")
        _ = daemon.moodctl("seek", "60")
        try terminal.type("Right", "Right", "Left")
        try awaitStatus("{{position}}", "65")
        try terminal.type("3")
        try terminal.see("no music for calm")
        try terminal.type("?")
        try terminal.see("Keys", "leave the mood")
        try terminal.type("Escape")
        try terminal.see("千本桜")
        try terminal.type("q")
        try terminal.see("ready$ moodctl watch")
        #expect(try terminal.isPlain)
    }

    @Test func theListMovesOnWithTheMusic() throws {
        let terminal = try watch()
        func comes(_ titles: String...) throws -> Bool {
            try eventually {
                let lines = try terminal.lines
                guard let next = lines.firstIndex(where: { $0.contains("Next") }) else { return false }
                return zip(titles, lines[(next + 1)...]).allSatisfy { $1.contains($0) }
            }
        }
        #expect(try comes("Second", "Third"))
        #expect(daemon.moodctl("next").code == 0)
        #expect(try comes("Third"))
        // The track ends by itself.
        #expect(daemon.moodctl("seek", "99%").code == 0)
        #expect(try comes("千本桜", "Second"))
        #expect(daemon.moodctl("repeat", "off").code == 0)
        try terminal.see("nothing comes after this")
    }

    @Test func theLibraryIsSearchedAndWhatIsFoundPlays() throws {
        let terminal = try watch()
        try terminal.type("/")
        try terminal.see("enter play")
        try terminal.send("q00002")
        try terminal.type("C-u")
        try terminal.send("00002")
        let isFound = try eventually { try terminal.lines.contains { $0.contains("Found") && $0.hasSuffix(" 1") } }
        #expect(isFound)
        try terminal.type("Enter")
        try awaitStatus("{{name}}", "00002.mp3")
    }

    @Test func theMouseSeeksAndChoosesFromTheList() throws {
        let terminal = try watch()
        try terminal.type("Space")
        try awaitStatus("{{state}}", "paused")
        let lines = try terminal.lines
        let bar = try #require(lines.firstIndex { $0.contains("⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤") })
        let entry = try #require(lines.firstIndex { $0.contains("Third") })
        let before = daemon.moodctl("status", "-f", "{{position}}").output
        try terminal.send("\u{1B}[<0;4;\(bar + 1)M\u{1B}[<32;78;\(bar + 1)M")
        try terminal.see("4:00", "\u{2212}0:00")
        #expect(daemon.moodctl("status", "-f", "{{position}}").output == before)
        try terminal.send("\u{1B}[<32;40;1M\u{1B}[<0;40;1m")
        let isInTheMiddle = eventually {
            (100...140).contains(Int(daemon.moodctl("status", "-f", "{{position}}").output.dropLast()) ?? 0)
        }
        #expect(isInTheMiddle)
        try terminal.send("\u{1B}[<0;60;\(entry + 1)M\u{1B}[<0;60;\(entry + 1)m")
        try awaitStatus("{{title}} {{state}}", "Third playing")
    }

    @Test(arguments: ["TERM", "HUP", "INT", "QUIT"]) func aSignalLeavesTheTerminalAsItWas(signal: String) throws {
        let terminal = try TmuxTerminal(daemon)
        try terminal.type(
            "set +m; ulimit -c 0; stty -g >before; sh -c 'echo $$ >pid; exec moodctl watch'; stty -g >after; echo 'en''ded'",
            "Enter")
        try terminal.see("初音ミク")
        let pid = String(decoding: Places.contents(daemon.home.path + "/pid"), as: UTF8.self)
        #expect(run(["kill", "-\(signal)", pid.trimmingCharacters(in: .newlines)]).code == 0)
        try terminal.see("ended")
        #expect(try terminal.isPlain)
        let modes = ["before", "after"].map { Places.contents(daemon.home.appending(path: $0).path) }
        #expect(modes[0] == modes[1] && !modes[0].isEmpty)
    }

    @Test func aStoppedWatchGivesTheTerminalBackAndTakesItAgain() throws {
        let terminal = try watch()
        try terminal.type("C-z")
        try terminal.see("Stopped")
        #expect(try terminal.isPlain)
        try terminal.type("fg", "Enter")
        try terminal.see("初音ミク", "? keys")
        #expect(try !terminal.isPlain)
        try terminal.type("C-c")
        try terminal.see("ready$ moodctl watch")
        #expect(try terminal.isPlain)
    }

    @Test func aDaemonThatEndsIsWaitedFor() throws {
        let terminal = try watch()
        daemon.kill()
        try terminal.see("moodd isn't running")
        try daemon.start()
        try terminal.see("千本桜")
    }

    @Test(arguments: ["", "1"]) func colorsAreForThoseWhoWantThem(noColor: String) throws {
        let terminal = try TmuxTerminal(daemon, variables: ["NO_COLOR=\(noColor)"])
        try terminal.type("moodctl watch", "Enter")
        try terminal.see("初音ミク", "first words")
        #expect(try terminal.styledText.contains("\u{1B}[38;5;") == noColor.isEmpty)
        #expect(try terminal.styledText.contains("\u{1B}[1m"))
    }

    @Test func withoutATerminalItSaysSo() throws {
        let piped = daemon.moodctl("watch")
        #expect(piped.code == 2)
        #expect(piped.errors.contains("moodctl follow"))
        let terminal = try TmuxTerminal(daemon)
        try terminal.type("TERM=dumb moodctl watch", "Enter")
        try terminal.see("TERM=dumb can't be filled")
    }
}
