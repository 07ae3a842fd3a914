import DaemonSupport
import Foundation
import JSON
import TestSupport
import Testing

/// Reading the mood from a face, with detectors that are lines of the shell.
@Suite(.serialized) struct ScanTests {
    private static let happy = #"{"emotions":{"happy":0.91,"sad":0.02,"calm":0.05,"angry":0.02},"faces":1,"frames":5}"#

    /// A daemon with a song for each mood, and the detector in `~/.local/bin`.
    private func daemon(detector: String?, name: String = "moodscan", scan: String = "{}") throws -> PrivateDaemon {
        let moods = ["happy", "sad", "calm", "angry"]
        let places = moods.map { "\($0): \"~/Music/\($0)\"" }.joined(separator: ", ")
        let daemon = try PrivateDaemon(
            configuration: #"{ output: { type: "null" }, moods: { \#(places) }, scan: \#(scan) }"#)
        for mood in moods { _ = try Music.fill(daemon.home.appending(path: "Music/\(mood)"), count: 1) }
        if let detector { try install(detector, daemon, name: name) }
        try daemon.start()
        return daemon
    }

    private func install(_ lines: String, _ daemon: PrivateDaemon, name: String = "moodscan") throws {
        let text = daemon.home.appending(path: "detector")
        try Data("#!/bin/bash\n\(lines)\n".utf8).write(to: text)
        // By another process: a program that this one holds open, if only in a fork, can't be started.
        let program = daemon.home.path + "/.local/bin/" + name
        let installed = run(["install", "-D", "-m", "755", text.path, program])
        #expect(installed.code == 0, "\(installed.errors)")
    }

    private func says(_ json: String) -> String { "cat <<'END'\n\(json)\nEND" }

    private func reason(_ outcome: () throws -> JSONValue) -> String {
        do {
            return "answered: \(try outcome())"
        } catch let refusal as Refusal {
            return "\(refusal.reason): \(refusal.message)"
        } catch {
            return "\(error)"
        }
    }

    @Test func theStrongestMoodIsSetAndItsMusicPlays() throws {
        let daemon = try daemon(detector: says(Self.happy))
        let connection = try daemon.connect()
        let result = try connection.call("mood.scan")
        #expect(
            result == [
                "mood": "happy", "uncertain": false, "score": 0.91,
                "scores": ["happy": 0.91, "sad": 0.02, "calm": 0.05, "angry": 0.02],
            ])
        let status = try connection.call("status")
        #expect(status["mood"] == ["name": "happy", "source": "scan", "score": 0.91])
        #expect(status["state"] == "playing")
        #expect(status["entry"]?["uri"]?.string?.contains("/Music/happy/") == true)
        #expect(daemon.moodctl("scan").output == "happy\t0.91\n")
        #expect(daemon.moodctl("scan", "--json").output.hasPrefix(#"{"mood":"happy","#))
    }

    @Test func eachShapeOfAnAnswerIsUnderstood() throws {
        let daemon = try daemon(detector: nil)
        let connection = try daemon.connect()
        let table: [(answer: String, mood: JSONValue, score: JSONValue)] = [
            (#"{"smiling":{"result":1,"score":0.98}}"#, "happy", 0.98),
            (#"{"smiling":{"result":0,"score":0.75}}"#, "sad", 0.75),
            (#"{"smiling":{"result":true,"score":1}}"#, "happy", 1),
            // Equal ones count in the order happy, sad, calm, angry.
            (#"{"emotions":{"angry":0.5,"calm":0.5}}"#, "calm", 0.5),
            (#"{"emotions":{"angry":0.5,"happy":0.5,"sad":0.5,"calm":0.5}}"#, "happy", 0.5),
            (#"{"emotions":{"surprise":0.99,"angry":0.6},"else":[1,{"a":null}]}"#, "angry", 0.6),
            (#"{"emotions":{"happy":0.49,"sad":0.48}}"#, .null, 0.49),
        ]
        for (answer, mood, score) in table {
            try install(says(answer), daemon)
            let result = try connection.call("mood.scan")
            #expect(result["mood"] == mood && result["score"] == score, "\(answer): \(result)")
            #expect(result["uncertain"] == .bool(mood.isNull))
        }
        // The last look was not sure enough, and changed nothing.
        #expect(daemon.moodctl("mood").output == "angry\n")
        #expect(daemon.moodctl("scan").output == "uncertain\t0.49\n")
    }

    @Test func theLeastScoreIsTheUsers() throws {
        let daemon = try daemon(detector: says(Self.happy), scan: "{ minimumScore: 0.95 }")
        #expect(daemon.moodctl("scan").output == "uncertain\t0.91\n")
        #expect(daemon.moodctl("mood").output == "off\n")
    }

    @Test func aMoodWithoutMusicIsTold() throws {
        let daemon = try daemon(detector: says(#"{"emotions":{"sad":0.9}}"#))
        try FileManager.default.removeItem(at: daemon.home.appending(path: "Music/sad"))
        #expect(reason { try daemon.connect().call("mood.scan") }.contains("Music/sad"))
        #expect(daemon.moodctl("mood").output == "off\n")
    }

    @Test func faultsHaveAReasonAndChangeNothing() throws {
        let daemon = try daemon(detector: nil)
        #expect(daemon.moodctl("mood", "calm").code == 0)
        let queue = daemon.moodctl("list", "--json").output
        #expect(
            reason { try daemon.connect().call("mood.scan") }
                == "scanFailed: moodscan isn't installed: contrib/install --with-scan")
        let table = [
            ("echo 'no camera at /dev/video0' >&2; exit 1", "no camera at /dev/video0"),
            ("echo 'INFO: noise' >&2; echo; echo 'moodscan: it is busy' >&2; exit 3", "it is busy"),
            ("exit 4", "it ended with 4 and said nothing"),
            ("kill -SEGV $$", "it crashed (Segmentation fault)"),
            ("true", "it printed nothing"),
            ("echo hello", "what it printed isn't one JSON object"),
            (says(Self.happy + Self.happy), "what it printed isn't one JSON object"),
            ("printf '[%.0s' {1..9999}", "what it printed isn't one JSON object"),
            ("echo '[]'", "what it printed tells no emotions"),
            (#"echo '{"emotions":{"surprise":1}}'"#, "what it printed tells no emotion that is a mood"),
            (#"echo '{"emotions":{"happy":1.5}}'"#, "a score that it printed isn't a number from 0 to 1"),
            (#"echo '{"emotions":{"happy":"0.9"}}'"#, "a score that it printed isn't a number from 0 to 1"),
            (#"echo '{"smiling":{"result":1}}'"#, "a score that it printed isn't a number from 0 to 1"),
            (#"echo '{"emotions":{"happy":0.9},"faces":0}'"#, "no face was found"),
            ("head -c 10000000 /dev/zero", "it printed more than an answer"),
            ("head -c 10000000 /dev/zero >&2; printf '\\nthe\\tend\\n' >&2; exit 1", "the end"),
        ]
        for (lines, message) in table {
            try install(lines, daemon)
            #expect(reason { try daemon.connect().call("mood.scan") } == "scanFailed: moodscan: \(message)", "\(lines)")
        }
        #expect(daemon.moodctl("mood").output == "calm\n")
        #expect(daemon.moodctl("list", "--json").output == queue)
    }

    @Test func whatTheProgramsBelowNeedIsAsTheyExpectIt() throws {
        // Nothing blocked, nothing ignored, nothing to read, a group of its own, none of the daemon's descriptors.
        let daemon = try daemon(
            detector: """
                # HUP, PIPE and TERM; the shell has others as it likes.
                while read -r name signals; do
                    [[ $name != Sig@(Blk|Ign): ]] || ((!(0x$signals & 0x5001))) ||
                        { echo "signals: $name $signals" >&2; exit 1; }
                done </proc/self/status
                [[ -z $(cat) ]] || { echo "standard input" >&2; exit 1; }
                [[ $(cut -d ' ' -f 5 /proc/$$/stat) == $$ ]] || { echo "group" >&2; exit 1; }
                [[ -z ${NOTIFY_SOCKET-} ]] || { echo "environment" >&2; exit 1; }
                open=$(ls -l /proc/$$/fd)
                [[ $open != *@(socket|anon_inode)* ]] || { echo "descriptors: ${open//$'\\n'/;}" >&2; exit 1; }
                \(says(Self.happy))
                """)
        #expect(reason { try daemon.connect().call("mood.scan") }.hasPrefix("answered"))
    }

    @Test func aPictureIsHandedOnByItsPath() throws {
        let daemon = try daemon(
            detector: #"""
                printf '%s|' "$@" >~/arguments
                \#(says(Self.happy))
                """#,
            name: "looker", scan: #"{ command: ["looker", "--quiet"] }"#)
        let picture = daemon.home.appending(path: "a b\n.png").path
        try Data().write(to: URL(filePath: picture))
        #expect(daemon.moodctl("scan", picture).code == 0)
        #expect(Places.contents(daemon.home.path + "/arguments") == Data("--quiet|\(picture)|".utf8))

        #expect(daemon.moodctl("scan", daemon.home.path + "/none.png").errors.contains("none.png: no such file"))
        #expect(daemon.moodctl("scan", daemon.home.path).errors.contains("a folder, not a file"))
        mkfifo(daemon.home.path + "/pipe", 0o600)
        #expect(daemon.moodctl("scan", daemon.home.path + "/pipe").errors.contains("neither a file nor a folder"))
    }

    @Test func allElseWorksWhileASecondScanIsRefused() throws {
        let daemon = try daemon(detector: "mkfifo ~/go; read -r _ <~/go; " + says(Self.happy))
        let connection = try daemon.connect()
        let scan = try connection.send("mood.scan")
        #expect(eventually { FileManager.default.fileExists(atPath: daemon.home.path + "/go") })
        #expect(reason { try connection.call("mood.scan") } == "limitReached: a scan is under way already")
        #expect(daemon.moodctl("volume", "40").code == 0)
        #expect(run(["bash", "-c", "echo >\(daemon.home.path)/go"]).code == 0)
        #expect(try connection.answer(to: scan)["mood"] == "happy")
    }

    @Test func aNewerWishEndsAScan() throws {
        let daemon = try daemon(detector: "echo $$ >~/pid; exec sleep 1000")
        let connection = try daemon.connect()
        let scan = try connection.send("mood.scan")
        let pid = try self.pid(in: "pid", daemon)
        #expect(daemon.moodctl("mood", "sad").code == 0)
        #expect(reason { try connection.answer(to: scan) } == "scanFailed: moodscan: the scan was given up")
        #expect(hasEnded(pid))
        #expect(daemon.moodctl("mood").output == "sad\n")
    }

    @Test(arguments: ["it answers", "it says nothing", "its client leaves", "the daemon is told to quit"])
    func everythingThatItStartedEndsWithIt(_ way: String) throws {
        let lines = "sleep 1000 & echo $! >~/pid; trap '' TERM HUP; "
        let daemon = try daemon(detector: lines + (way == "it answers" ? says(Self.happy) : "sleep 1000"))
        var connection: DaemonConnection? = try daemon.connect()
        let scan = try connection?.send("mood.scan") ?? 0
        let pid = try self.pid(in: "pid", daemon)
        switch way {
        case "it answers": #expect(try connection?.answer(to: scan)["mood"] == "happy")
        case "it says nothing":
            #expect(
                reason { try connection?.answer(to: scan) ?? .null }
                    == "scanFailed: moodscan: it didn't answer within 20 s")
        case "its client leaves": connection = nil
        default: #expect(daemon.terminate() == 0)
        }
        #expect(hasEnded(pid))
        if way != "the daemon is told to quit" { #expect(daemon.moodctl("status").code == 0) }
    }

    private func pid(in file: String, _ daemon: PrivateDaemon) throws -> Int {
        var pid: Int?
        #expect(
            eventually {
                let text = String(decoding: Places.contents("\(daemon.home.path)/\(file)"), as: UTF8.self)
                if text.hasSuffix("\n") { pid = Int(text.dropLast()) }
                return pid != nil
            })
        return try #require(pid)
    }

    /// Whether a process is gone soon, or dead and waiting for a parent that doesn't care.
    private func hasEnded(_ pid: Int) -> Bool {
        eventually {
            let state = String(decoding: Places.contents("/proc/\(pid)/stat"), as: UTF8.self)
            return state.isEmpty || state.contains(") Z ")
        }
    }
}
