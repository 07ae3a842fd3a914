import DaemonSupport
import Foundation
import JSON
import TestSupport
import Testing

/// What the daemon writes is its user's alone, also when it was started with umask 0 and made the user's folders itself.
@Suite(.serialized) struct PermissionTests {
    /// All that it writes, below a home of its own; what stands for any name ends in a slash.
    private static let written: Set = [
        "run/mood", "run/mood/control.sock", "run/mood/control.lock", "state", "state/mood", "state/mood/queue.json",
        "state/mood/queue.log", "state/mood/position", "state/mood/crash", "state/mood/marks", "cache", "cache/mood",
        "cache/mood/library.sqlite", "cache/mood/lists", "cache/mood/lists/", "cache/mood/covers", "cache/mood/covers/",
        "data", "data/mood", "data/mood/playlists", "data/mood/playlists/kept.m3u8", "sound.pcm",
    ]

    @Test func allThatIsWrittenIsTheUsersAlone() throws {
        let former = umask(0)
        defer { umask(former) }
        let (daemon, files) = try daemonWithoutFolders()
        try daemon.start()
        try play(files, daemon)
        #expect(eventually { !Places.contents(daemon.home.path + "/state/mood/position").isEmpty })
        daemon.kill()
        // It remembers the crash.
        try daemon.start()
        let connection = try daemon.connect()
        try connection.call("library.update")
        try connection.call("playlist.save", ["name": "kept"])
        try connection.call("mood.rate", ["verdict": "like", "mood": "calm", "items": [.string(files[0])]])
        try connection.call("mood.set", ["mood": "calm"])
        // After so many edits the log becomes a snapshot.
        for _ in 0..<600 { try connection.call("queue.shuffle") }
        #expect(eventually { names(in: daemon.home).contains("state/mood/queue.json") })
        #expect(eventually { (try? connection.call("artwork")["path"]?.string) != nil })
        #expect(eventually { names(in: daemon.home).contains("cache/mood/lists/") })
        var seen = names(in: daemon.home)
        // What is fetched lies in files without a name.
        for descriptor in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.pid)/fd") {
            var status = stat()
            guard stat("/proc/\(daemon.pid)/fd/\(descriptor)", &status) == 0, status.st_nlink == 0,
                status.st_mode & S_IFMT == S_IFREG, status.st_uid == getuid()
            else { continue }
            #expect(status.st_mode & 0o077 == 0)
        }

        #expect(daemon.terminate() == 0)
        try Data(#"{ output: { type: "pipe", path: "~/sound.pcm" } }"#.utf8)
            .write(to: daemon.home.appending(path: "config/mood/config.json"))
        try daemon.start()
        try play(files, daemon)
        #expect(eventually { names(in: daemon.home).contains("sound.pcm") })
        seen.formUnion(names(in: daemon.home))
        #expect(Self.written.subtracting(seen) == [])
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func anotherUserReadsNothingAndIsNotAnswered() throws {
        let former = umask(0)
        defer { umask(former) }
        let (daemon, files) = try daemonWithoutFolders()
        try daemon.start()
        try play(files, daemon)
        try daemon.connect().call("playlist.save", ["name": "kept"])
        // All doors that aren't the daemon's own stand open.
        for folder in ["", "run"] { chmod(daemon.home.appending(path: folder).path, 0o755) }
        func stranger(_ script: String) -> ProcessRun {
            run(["setpriv", "--reuid", "65534", "--clear-groups", "sh", "-c", script, "sh", daemon.home.path])
        }
        #expect(stranger(#"ls "$1""#).output.contains("state"))
        let open = stranger(#"cd "$1" && find run/mood state cache data -readable -o -writable 2>/dev/null"#)
        #expect(open.output == "", "\(open)")
        let question =
            #"printf '{"jsonrpc":"2.0","id":1,"method":"status"}\n' | socat - UNIX:"$1"/run/mood/control.sock"#
        #expect(stranger(question).code != 0)
        // With the daemon's doors open, too, it is the peer who is looked at.
        chmod(daemon.home.path + "/run/mood", 0o755)
        chmod(daemon.socket, 0o666)
        #expect(stranger(question).output == "")
        #expect(run(["sh", "-c", question, "sh", daemon.home.path]).output.contains(#""state":"playing""#))
    }

    /// A daemon with a mood from a server, which finds no folders to write to, and music for it.
    private func daemonWithoutFolders() throws -> (daemon: PrivateDaemon, files: [String]) {
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 0, count: 100)
        let server = ScriptedServer { exchange in
            let host = exchange.field("host") ?? ""
            switch exchange.target {
            case "/list": exchange.answer(Array(#"[{"url":"http://\#(host)/song","cover":"/cover"}]"#.utf8))
            case "/cover": exchange.answer(picture, type: "image/png")
            default:
                // A song that is on its way for as long as anybody looks.
                exchange.send("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nContent-Length: 1000000\r\n\r\n")
                exchange.waitForClose()
            }
        }
        let daemon = try PrivateDaemon(
            configuration: """
                { output: { type: "null" }, music: "~/music",
                  moods: { calm: { type: "songs", url: "\(server.url("/list"))" } } }
                """)
        for folder in ["state", "cache", "data"] {
            try FileManager.default.removeItem(at: daemon.home.appending(path: folder))
        }
        return (daemon, try Music.fill(daemon.home.appending(path: "music"), count: 2))
    }

    private func play(_ files: [String], _ daemon: PrivateDaemon) throws {
        try daemon.connect().call(
            "queue.add", ["items": .array(files.map { .string($0) }), "play": true, "replace": true])
    }

    /// What lies in a home, but what the test put there; each is its user's alone.
    private func names(in home: URL) -> Set<String> {
        var names: Set<String> = []
        for case let path as String in FileManager.default.enumerator(atPath: home.path) ?? .init() {
            guard !["config", "music", "notify", "log"].contains(path.split(separator: "/")[0]), path != "run" else {
                continue
            }
            var status = stat()
            guard lstat(home.appending(path: path).path, &status) == 0 else { continue }
            #expect(status.st_mode & 0o077 == 0, "\(path) has the mode \(String(status.st_mode & 0o777, radix: 8))")
            names.insert(path)
            let folder = path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
            if ["cache/mood/lists", "cache/mood/covers"].contains(folder) { names.insert(folder + "/") }
        }
        return names
    }
}
