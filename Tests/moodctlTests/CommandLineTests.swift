import Testing

@testable import moodctl

@Suite struct CommandLineTests {
    private func parse(_ words: [String]) throws -> ParsedCommandLine {
        try ParsedCommandLine(words.map { Argument($0) })
    }

    @Test(
        arguments: [
            (["seek", "-10"], "seek", ["-10"]),
            (["seek", "-1:30"], "seek", ["-1:30"]),
            (["play", "--", "--json"], "play", ["--json"]),
            (["remove", "-"], "remove", ["-"]),
            (["volume", "5%-"], "volume", ["5%-"]),
            (["-q", "next"], "next", []),
            (["add", "a", "-j", "b"], "add", ["a", "b"]),
            (["seek", "-0"], "seek", ["-0"]),
            (["-f", "status", "next"], "next", []),
        ] as [([String], String, [String])])
    func argumentsAreToldFromOptions(words: [String], command: String, arguments: [String]) throws {
        let line = try parse(words)
        #expect(line.command?.name == command)
        #expect(line.arguments.map(\.text) == arguments)
    }

    @Test(arguments: [
        ["-f", "{{title}}", "status"], ["status", "-f", "{{title}}"], ["status", "--format={{title}}"],
        ["-f{{title}}", "status"], ["status", "-f", "{{artist}}", "--format", "{{title}}"],
    ])
    func formatStandsBeforeOrAfterTheCommand(words: [String]) throws {
        #expect(try parse(words).options[.format] == "{{title}}")
    }

    @Test func nullOptionBelongsToAddingAlone() throws {
        let line = try parse(["add", "-0"])
        #expect(line.options[.null] != nil)
        #expect(line.arguments.isEmpty)
    }

    @Test(
        arguments: [
            (["nxt"], "no command \"nxt\": did you mean \"next\"?"),
            (["xyzzy"], "no command \"xyzzy\": moodctl help lists them"),
            (["q"], "no command \"q\": \"quit\" has to be typed in full"),
            (["ba"], "no command \"ba\": \"ban\" has to be typed in full"),
            (["rem", "3"], "no command \"rem\": \"remove\" has to be typed in full"),
            (["dele"], "no command \"dele\": \"delete\" has to be typed in full"),
            (["vol\u{1B}"], "no command \"vol \": moodctl help lists them"),
            (["p"], "\"p\" could be play, pause, toggle, prev, playlists"),
            (["list", "--upcomin"], "no option \"--upcomin\": did you mean \"--upcoming\"?"),
            (["--upcoming", "list"], "no option \"--upcoming\": moodctl help"),
            (["status", "-f"], "-f needs its TEMPLATE"),
            (["status", "--json=1"], "--json takes no value"),
        ] as [([String], String)])
    func faultsSayWhatToDo(words: [String], message: String) {
        #expect(throws: Fault.usage(message)) { try parse(words) }
    }

    @Test(arguments: [
        ("sh", "shuffle"), ("vo", "volume"), ("pre", "prev"), ("previous", "prev"), ("play", "play"),
        ("play-p", "toggle"), ("del", "remove"), ("st-", ""), ("list", "list"), ("li", ""), ("stop", "stop"),
    ])
    func unambiguousPrefixesAreAccepted(word: String, name: String) {
        #expect((try? Command.named(word))?.name ?? "" == name)
    }

    @Test func noPrefixReachesWhatCostsSomething() {
        for word in ["quit", "clear", "crop", "ban", "remove", "delete"] {
            for length in 1..<word.count where String(word.prefix(length)) != "del" {
                #expect((try? Command.named(String(word.prefix(length))))?.spelledOut != true, "\(word.prefix(length))")
            }
        }
    }

    @Test(arguments: Command.Group.allCases.flatMap(\.commands).map(\.name)) func helpFitsATerminal(name: String) throws
    {
        let lines = Help.text(try Command.named(name)).split(separator: "\n").map { Text.width(String($0)) }
        #expect((lines.max() ?? 0) <= 110)
    }

    @Test func namesAreUnique() {
        let names = Command.Group.allCases.flatMap(\.commands).flatMap { [$0.name] + $0.aliases }
        #expect(Set(names).count == names.count)
    }

    @Test func commandsThatNeverStartADaemonAreTheseAlone() {
        let never = Command.Group.allCases.flatMap(\.commands).filter { $0.start != .allowed }.map(\.name)
        #expect(
            Set(never) == [
                "status", "current", "follow", "events", "info", "lyrics", "art", "list", "pause", "stop", "mute",
                "sleep",
                "reload", "quit",
            ])
    }
}
