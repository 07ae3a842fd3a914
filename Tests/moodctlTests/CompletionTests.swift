import JSON
import MoodProtocol
import TestSupport
import Testing

@testable import moodctl

/// `moodctl complete`, which the completions of bash, zsh and fish ask.
@Suite(.timeLimit(.minutes(1))) struct CompletionTests {
    private let folder = RuntimeFolder()

    private func complete(_ words: String...) -> ProcessRun {
        BuiltProgram("moodctl").run(["complete", "--"] + words, environment: folder.environment)
    }

    /// The first field of each line: the kind, then what is offered.
    private func offered(_ words: String...) -> [String] {
        let run = BuiltProgram("moodctl").run(["complete", "--"] + words, environment: folder.environment)
        return run.output.split(separator: "\n").map { String($0.split(separator: "\t")[0]) }
    }

    private static let daemon: FakeDaemon.Handler = { method, parameters in
        switch method {
        case "mood.list":
            return .result(#"{"moods":[{"name":"calm","channel":"library"},{"name":"late night","channel":"radio"}]}"#)
        case "playlist.list":
            return .result(#"{"playlists":[{"name":"evening: slow","count":3},{"name":"two\nlines","count":1}]}"#)
        default:
            let first = (parameters["offset"]?.integer ?? 0) + 1
            let limit = parameters["limit"]?.integer ?? 1000
            var list = EntryList(total: 123)
            list.entries = (1...123).dropFirst(first - 1).prefix(limit).map {
                Entry(id: UInt32($0), uri: "/\($0).mp3", name: "Track\t\($0)")
            }
            var writer = JSONWriter()
            list.write(to: &writer)
            return .result(String(decoding: writer.bytes, as: UTF8.self))
        }
    }

    @Test(
        arguments: [
            ("", 0, []),
            ("TIME", 0, []),
            ("[off|all|one]", 0, [.word("off"), .word("all"), .word("one")]),
            ("[off|all|one]", 1, []),
            ("PATH|URL…", 5, [.paths]),
            ("N|N-M|id:ID… TO|next", 0, [.entries]),
            ("N|N-M|id:ID… TO|next", 1, [.entries, .word("next")]),
            ("[MOOD] [N|PATH…]", 0, [.moods, .entries, .paths]),
            ("[MOOD] [N|PATH…]", 1, [.entries, .paths]),
            ("METHOD [JSON]", 0, [.methods]),
        ] as [(String, Int, [CompletionSource])])
    func theTableOfCommandsTellsWhatFits(usage: String, count: Int, sources: [CompletionSource]) {
        #expect(CompletionSource.all(usage, at: count) == sources)
    }

    @Test func everyCommandAndEveryOptionIsOffered() {
        let commands = Command.Group.allCases.flatMap(\.commands)
        #expect(offered("") == ["words"] + commands.map(\.name))
        for command in commands {
            let options = Option.global + command.options
            #expect(offered(command.name, "-") == ["words"] + options.map(\.long))
        }
    }

    @Test func entriesMoodsAndPlaylistsComeFromTheDaemon() {
        let daemon = FakeDaemon(in: folder, Self.daemon)
        defer { daemon.stop() }
        #expect(complete("mood", "l").output == "words\nlate night\tradio\n")
        #expect(complete("load", "").output == "words\nevening: slow\t3 entries\n")
        #expect(complete("remove", "12").output.hasPrefix("words\n12\tTrack 12\n120\tTrack 120\n"))
        #expect(offered("play", "1").count == 1 + 1 + 10 + 24)
        #expect(offered("play", "").count == 1 + 123)
    }

    @Test func itConnectsToNoSocketUnitsSocket() {
        let daemon = FakeDaemon(in: folder, isLocked: false, Self.daemon)
        defer { daemon.stop() }
        #expect(complete("mood", "") == ProcessRun(output: "words\noff\t\n"))
        #expect(daemon.requests.isEmpty)
    }

    @Test func aDaemonThatDoesNotAnswerKeepsNobodyWaiting() {
        let daemon = FakeDaemon(in: folder) { _, _ in .silence }
        defer { daemon.stop() }
        #expect(complete("like", "") == ProcessRun(output: "paths\n"))
    }

    @Test(arguments: [["nxt", ""], ["list", "--nope", ""], ["follow", "--tick", ""], ["seek", ""], ["load", ""]])
    func whereNothingIsKnownNothingIsSaid(words: [String]) {
        let run = BuiltProgram("moodctl").run(["complete", "--"] + words, environment: folder.environment)
        #expect(run.code == 0)
        #expect(run.errors.isEmpty)
        #expect(run.output.isEmpty || run.output == "words\n")
    }
}
