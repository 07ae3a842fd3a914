import Glibc
import JSON
import MoodProtocol
import TestSupport
import Testing

@testable import moodctl

/// The program itself, against a daemon that the test scripts.
@Suite(.timeLimit(.minutes(1))) struct ProcessTests {
    private let folder = RuntimeFolder()
    private let program = BuiltProgram("moodctl")

    private func run(_ arguments: String..., input: String? = nil, in place: String? = nil) -> ProcessRun {
        program.run(arguments, environment: folder.environment, input: input, in: place)
    }

    private static let statusJSON = String(decoding: answer(status()).result, as: UTF8.self)

    /// Answers what a healthy daemon with twelve entries would.
    private static let healthy: FakeDaemon.Handler = { method, parameters in
        switch method {
        case "queue.list":
            let first = (parameters["offset"]?.integer ?? 0) + 1
            let limit = parameters["limit"]?.integer ?? 1000
            var list = EntryList(total: 12, current: 107)
            list.entries = (1...12).dropFirst(first - 1).prefix(limit).map { number in
                var entry = Entry(id: UInt32(100 + number), uri: "/m/\(number).mp3", name: "Track \(number)")
                entry.unavailable = number == 4 ? "no such file" : nil
                return entry
            }
            var writer = JSONWriter()
            list.write(to: &writer)
            return .result(String(decoding: writer.bytes, as: UTF8.self))
        case "queue.add": return .result(#"{"added":1,"skipped":[],"skippedCount":0,"version":2}"#)
        case "queue.remove": return .result(#"{"removed":1,"version":2}"#)
        case "volume": return .result(#"{"level":55,"muted":false}"#)
        case "modes": return .result(#"{"repeat":"all","shuffle":true,"consume":false,"stopAfterCurrent":false}"#)
        default: return .result(statusJSON)
        }
    }

    // MARK: Results, streams and exit codes

    @Test func printsTheStatus() {
        let daemon = FakeDaemon(in: folder, Self.healthy)
        defer { daemon.stop() }
        let text =
            "Artist - Title\n[playing] #3/12   1:05/4:02 (27%)   calm\n"
            + "volume: 50%   repeat: off   shuffle: off   consume: off\n"
        #expect(run("status") == ProcessRun(output: text))
        #expect(run() == ProcessRun(output: text))
        #expect(run("status", "-j").output == Self.statusJSON + "\n")
        #expect(run("next", "-f", "{{title}} {{number}}") == ProcessRun(output: "Title 3\n"))
        #expect(run("status", "-q") == ProcessRun())
    }

    @Test(
        arguments: [
            (["next"], "", "next", "{}"),
            (["toggle"], "playing\n", "toggle", "{}"),
            (["volume", "+5"], "55\n", "volume", #"{"change":5}"#),
            (["volume", "40"], "", "volume", #"{"level":40}"#),
            (["seek", "-10"], "1:05\n", "seek", #"{"offset":-10,"confirm":true}"#),
            (["seek", "50%"], "", "seek", #"{"fraction":0.5,"confirm":true}"#),
            (["repeat"], "one\n", "modes", #"{"repeat":"one"}"#),
            (["shuffle"], "off\n", "modes", #"{"shuffle":false}"#),
            (["play", "3"], "", "play", #"{"index":2,"confirm":true}"#),
            (["play", "id:17"], "", "play", #"{"entry":17,"confirm":true}"#),
            (
                ["play", "/m/a.mp3"], "", "queue.add",
                #"{"items":["/m/a.mp3"],"replace":true,"play":true,"confirm":true}"#
            ),
            (["insert", "http://x/y"], "", "queue.add", #"{"items":["http://x/y"],"at":"next"}"#),
            (["sleep", "30", "--finish"], "", "sleep", #"{"after":1800,"finishTrack":true}"#),
            (["sleep", "off"], "", "sleep", #"{"after":null}"#),
            (["remove", "3-5"], "", "queue.remove", #"{"from":2,"to":5}"#),
            (["remove", "id:5", "3", "9"], "", "queue.remove", #"{"entries":[103,109,5]}"#),
            (["move", "2", "next"], "", "queue.move", #"{"from":1,"to":2,"at":"next"}"#),
            (["move", "2-3", "9"], "", "queue.move", #"{"from":1,"to":3,"at":8}"#),
            (["crop"], "", "queue.clear", #"{"keepCurrent":true}"#),
            (["mood", "off"], "", "mood.set", #"{"mood":null}"#),
            (["like", "calm", "/m/x"], "", "mood.rate", #"{"verdict":"like","mood":"calm","items":["/m/x"]}"#),
            (["ban"], "", "mood.rate", #"{"verdict":"ban"}"#),
            (["call", "seek", "{\"offset\":\n1}"], nil, "seek", #"{"offset":1}"#),
        ] as [([String], String?, String, String)])
    func commandsBecomeRequests(words: [String], output: String?, method: String, parameters: String) throws {
        let daemon = FakeDaemon(in: folder, Self.healthy)
        defer { daemon.stop() }
        let result = program.run(words, environment: folder.environment)
        #expect(result.code == 0 && result.errors == "")
        if let output { #expect(result.output == output) }
        #expect(daemon.requests.last == .init(method: method, parameters: try JSONValue(parsing: parameters)))
    }

    @Test func refusalsAreShownAsTheDaemonWordsThem() {
        let daemon = FakeDaemon(in: folder) { method, _ in
            switch method {
            case "play": .failure(-32002, "no entry 99: the queue has 12")
            case "next": .failure(-32001, "the queue is empty")
            case "random": .failure(-32601, "no method \"random\"")
            case "server.info": .result(#"{"version":"0.0.9"}"#)
            case "pause": .close
            default: .result(#"["what?"]"#)
            }
        }
        defer { daemon.stop() }
        #expect(run("play", "99") == ProcessRun(errors: "no entry 99: the queue has 12\n", code: 1))
        #expect(
            run("next")
                == ProcessRun(errors: "the queue is empty: moodctl add ~/Music, or moodctl mood calm\n", code: 1))
        #expect(
            run("random")
                == ProcessRun(
                    errors: "moodd 0.0.9 is running, moodctl is \(Version.program): systemctl --user restart moodd\n",
                    code: 1))
        #expect(run("status").code == 1)
        #expect(run("pause").code == 0)
        #expect(run("nxt") == ProcessRun(errors: "no command \"nxt\": did you mean \"next\"?\n", code: 2))
    }

    @Test func withoutADaemonNothingIsStarted() {
        let socket = folder.listen()
        defer { close(socket) }
        let fault = ProcessRun(errors: "moodd isn't running: systemctl --user start moodd\n", code: 3)
        for command in ["status", "current", "list", "mute", "sleep", "reload", "info", "events", "lyrics", "art"] {
            #expect(run(command) == fault, "\(command)")
        }
        for command in ["pause", "stop", "quit"] { #expect(run(command) == ProcessRun(), "\(command)") }
        var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        #expect(poll(&waiting, 1, 0) == 0, "nobody connected to the socket unit's socket")
    }

    @Test func withoutASocketNobodyAnswers() {
        #expect(run("next") == ProcessRun(errors: "moodd isn't running: systemctl --user start moodd\n", code: 3))
        let long = String(repeating: "x", count: 200)
        let result = program.run(["next"], environment: ["MOOD_SOCKET=/tmp/\(long)"])
        #expect(result.code == 3 && result.errors.contains("107"))
    }

    @Test func whereNoSystemdLooksAfterItTheAdviceIsAnother() {
        let bare = RuntimeFolder(hasManager: false)
        let fault = ProcessRun(errors: "moodd isn't running: moodd &\n", code: 3)
        #expect(program.run(["next"], environment: bare.environment) == fault)
        #expect(program.run(["status"], environment: bare.environment) == fault)
    }

    @Test func aDaemonThatNeverAnswersTimesOut() {
        let daemon = FakeDaemon(in: folder) { _, _ in .silence }
        defer { daemon.stop() }
        let result = run("status")
        #expect(result.code == 124)
        #expect(result.errors == "moodd didn't answer within 5 s: systemctl --user restart moodd\n")
    }

    @Test func aReaderThatLeavesIsNoFault() {
        let daemon = FakeDaemon(in: folder, Self.healthy)
        defer { daemon.stop() }
        let script = "trap '' PIPE; ('\(program.path)' list; echo $? >&2) | true"
        let result = BuiltProgram.shell.run(["-c", script], environment: folder.environment)
        #expect(result.errors == "0\n")
    }

    // MARK: Lists and standard input

    @Test func listsArePipedIntoCommands() {
        let daemon = FakeDaemon(in: folder, Self.healthy)
        defer { daemon.stop() }
        let list = run("list", "3-4")
        #expect(list.output == "3\tTrack 3\t\t/m/3.mp3\n4\tTrack 4\t\t/m/4.mp3\n")
        #expect(run("list", "--broken").output == "4\tTrack 4\tno such file\t/m/4.mp3\n")
        #expect(run("list", "2-2", "-f", "{{number}}:{{id}}").output == "2:102\n")
        #expect(run("list", "40").errors == "no entry 40: the queue has 12\n")
        #expect(run("remove", "-", input: list.output).code == 0)
        #expect(daemon.requests.last?.parameters == ["from": 2, "to": 4])
        #expect(run("play", "-", input: list.output.split(separator: "\n").first.map { $0 + "\n" }).code == 0)
        #expect(daemon.requests.last?.parameters == ["index": 2, "confirm": true])
        #expect(run("move", "-", "next", input: "9\tx\n").code == 0)
        #expect(daemon.requests.last?.parameters == ["from": 8, "to": 9, "at": "next"])
        #expect(run("add", input: "/a\tx\nb\n", in: "/usr").code == 0)
        #expect(daemon.requests.last?.parameters == ["items": ["/a", "/usr/b"]])
        #expect(run("add", "-0", input: "/a\nb\0/c\0").code == 0)
        #expect(daemon.requests.last?.parameters == ["items": ["file:///a%0Ab", "/c"]])
    }

    @Test func nothingChosenDoesNothing() {
        let daemon = FakeDaemon(in: folder, Self.healthy)
        defer { daemon.stop() }
        for words in [["play", "-"], ["remove", "-"], ["move", "-", "next"], ["seek", "-"], ["add", "-"]] {
            #expect(program.run(words, environment: folder.environment, input: "") == ProcessRun(), "\(words)")
        }
        #expect(daemon.requests == [])
    }

    @Test func longListsArePagedAndMerged() throws {
        let daemon = FakeDaemon(in: folder) { _, parameters in
            let offset = parameters["offset"]?.integer ?? 0
            let ids = (1...2500).dropFirst(offset).prefix(parameters["limit"]?.integer ?? 0)
            let entries = ids.map { #"{"id":\#($0),"uri":"/\#($0)","name":"n","extra":1}"# }.joined(separator: ",")
            return .result(#"{"entries":[\#(entries)],"total":2500,"version":7,"current":null}"#)
        }
        defer { daemon.stop() }
        let merged = try JSONValue(parsing: run("list", "--json").output)
        #expect(merged["entries"]?.array?.compactMap { $0["id"]?.integer } == Array(1...2500))
        #expect(merged["total"] == 2500 && merged["version"] == 7 && merged["entries"]?[9]?["extra"] == 1)
        #expect(run("list").output.split(separator: "\n").count == 2500)
        #expect(daemon.requests.map { $0.parameters["limit"] } == Array(repeating: 1000, count: 6))
    }

    @Test func hugeAdditionsAreOneStepOfUndo() {
        let daemon = FakeDaemon(in: folder) { _, parameters in
            let items = parameters["items"]?.array ?? []
            if items.first == "/0" { return .failure(-32007, "nothing to play") }
            return .result(
                #"{"added":\#(items.count - 1),"skipped":[{"item":"/m/gone","reason":"no such file"}],"skippedCount":1}"#
            )
        }
        defer { daemon.stop() }
        let lines = (0..<900).map { "/\($0)" + ($0 == 0 ? "" : String(repeating: "x", count: 1500)) }
        let result = run("play", "-", input: lines.joined(separator: "\n"))
        let requests = daemon.requests.map(\.parameters)
        #expect(requests.count == 3)
        #expect(requests.map { $0["replace"]?.bool } == [true, true, nil])
        #expect(Set(requests.map { $0["batch"]?.string ?? "" }).count == 1)
        #expect(requests.flatMap { $0["items"]?.array ?? [] }.count == 900)
        #expect(result == ProcessRun(errors: "/m/gone: no such file\n/m/gone: no such file\n", code: 1))
    }
}

extension BuiltProgram {
    fileprivate static var shell: BuiltProgram { BuiltProgram(path: "/bin/sh") }
}
