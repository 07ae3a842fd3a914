import DaemonSupport
import Foundation
import JSON
import TestSupport
import Testing

/// What lies behind addresses, from moodctl to the sound.
@Suite(.serialized) struct RemoteTests {
    /// Serves so many files of four minutes.
    private func serve(_ count: Int, tls: (certificate: URL, key: URL)? = nil) throws -> NginxServer {
        let server = try NginxServer(tls: tls)
        try FileManager.default.removeItem(at: server.root)
        _ = try Music.fill(server.root, count: count)
        return server
    }

    private func status(_ daemon: PrivateDaemon) throws -> JSONValue { try daemon.connect().call("status") }

    @Test func anAddressPlaysAndSeeks() throws {
        let server = try serve(1)
        defer { server.stop() }
        let daemon = try PrivateDaemon()
        try daemon.start()
        let played = daemon.moodctl("play", server.url("00000.mp3"))
        #expect(played.code == 0, "\(played)")
        let now = try status(daemon)
        #expect(now["state"]?.string == "playing" && now["stalled"]?.bool == false)
        #expect(now["duration"]?.number.map { abs($0 - 240) < 0.1 } == true)
        #expect(now["buffered"]?.number.map { $0 > 0 && $0 <= 1 } == true)
        #expect(daemon.moodctl("seek", "3:20").code == 0)
        #expect(try eventually { try status(daemon)["position"]?.number.map { $0 >= 200 && $0 < 220 } == true })
        let missing = daemon.moodctl("play", server.url("none.mp3"))
        #expect(missing.code == 1 && missing.errors.contains("404"), "\(missing)")
    }

    @Test func tagsNameWhatNobodyNamedAndSurviveARestart() throws {
        let server = try serve(1)
        defer { server.stop() }
        let tagged = run([
            "lame", "--quiet", "--mp3input", "-b", "64", "--tt", "Two", "--ta", "Art A", "--tl", "Al", "--tn", "2/9",
            server.root.path + "/00000.mp3", server.root.path + "/two.mp3",
        ])
        #expect(tagged.code == 0, "\(tagged)")
        try Data("#EXTM3U\n#EXTINF:240,List - Mine\ntwo.mp3\n".utf8)
            .write(to: server.root.appending(path: "list.m3u"))
        let daemon = try PrivateDaemon()
        try daemon.start()
        #expect(daemon.moodctl("add", server.url("list.m3u"), server.url("two.mp3")).code == 0)
        for (place, name) in [("1", "List - Mine"), ("2", "Art A - Two")] {
            #expect(daemon.moodctl("play", place).code == 0)
            #expect(
                try eventually {
                    let entry = try status(daemon)["entry"]
                    return entry?["album"]?.string == "Al" && entry?["name"]?.string == name
                })
        }
        daemon.kill()
        try daemon.start()
        let entries = try daemon.connect().call("queue.list")["entries"]?.array ?? []
        #expect(entries.map { $0["name"]?.string } == ["List - Mine", "Art A - Two"])
        #expect(entries.map { $0["track"]?.integer } == [2, 2])
    }

    @Test func whoAsksForWhatDoesNotBeginIsToldWhy() throws {
        let server = ScriptedServer { exchange in
            switch exchange.target {
            case "/fault": exchange.answer([], status: "500 Oops")
            case "/cut": exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 90000\r\n\r\nnot much")
            default: exchange.waitForClose()
            }
        }
        defer { server.stop() }
        let daemon = try PrivateDaemon()
        try daemon.start()
        let link = daemon.home.path + "/link.mp3"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/nowhere/at/all.mp3")
        for (item, reason) in [
            (server.url("/fault"), "answers 500"), (server.url("/cut"), "broke off after 8 bytes, trying again"),
            ("ftp://127.0.0.1/a.mp3", "ftp isn't supported, only http and https are"),
            ("http:///a.mp3", "names no host"), (link, "a link to something that isn't there"),
        ] {
            let refused = daemon.moodctl("play", item)
            #expect(refused.code == 1 && refused.errors.contains(reason), "\(item): \(refused)")
        }
        #expect(daemon.moodctl("status").output.contains("error: "))
        #expect(daemon.moodctl("play", server.url("/silent")).code == 0, "it may come yet")
        #expect(!daemon.moodctl("status").output.contains("error: "))
    }

    @Test func aPlaylistAtAnAddressIsExpanded() throws {
        let server = try serve(3)
        defer { server.stop() }
        try Data("#EXTM3U\n#EXTINF:240,A - One\n00000.mp3\n00001.mp3\nfile:///etc/passwd\n/00002.mp3\n".utf8)
            .write(to: server.root.appending(path: "list.m3u"))
        try Data("[playlist]\nFile1=\(server.url("00000.mp3"))\nTitle1=Radio\nLength1=-1\n".utf8)
            .write(to: server.root.appending(path: "station.pls"))
        let daemon = try PrivateDaemon()
        try daemon.start()
        #expect(daemon.moodctl("add", server.url("list.m3u"), server.url("station.pls")).code == 0)
        let entries = try daemon.connect().call("queue.list")["entries"]?.array ?? []
        #expect(entries.count == 4)
        #expect(entries.first?["name"]?.string == "A - One")
        #expect(entries.map { $0["live"]?.bool } == [false, false, false, true])
        #expect(entries.allSatisfy { $0["uri"]?.string?.hasPrefix("http://127.0.0.1") == true })
        let refused = daemon.moodctl("add", server.url("gone.m3u"))
        #expect(refused.code == 1 && refused.errors.contains("404"), "\(refused)")
    }

    @Test(
        arguments: [
            ("127.0.0.1", 1, true, nil), ("127.0.0.1", 1, false, "isn't signed by anybody who is trusted here"),
            ("127.0.0.1", -1, true, "has expired"), ("127.0.0.2", 1, true, "is for another name"),
        ] as [(String, Int, Bool, String?)])
    func aServerIsBelievedByItsCertificate(name: String, days: Int, isKnown: Bool, fault: String?) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mood-tls-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let made = run([
            "bash", "-euc",
            """
            cd "$1"
            new() { openssl req -newkey rsa:2048 -nodes -subj "/CN=$1" -keyout "$1.key" "${@:2}"; }
            new authority -x509 -out authority.pem
            new server -out server.csr
            openssl x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days "$3" \
                -extfile <(echo "subjectAltName=IP:$2") -out server.pem
            """, "bash", folder.path, name, "\(days)",
        ])
        #expect(made.code == 0, "\(made)")
        let server = try serve(
            1, tls: (folder.appending(path: "server.pem"), folder.appending(path: "server.key")))
        defer { server.stop() }
        let authority = folder.appending(path: "authority.pem").path
        let daemon = try PrivateDaemon(variables: isKnown ? ["SSL_CERT_FILE": authority] : [:])
        try daemon.start()
        let played = daemon.moodctl("play", server.url("00000.mp3", scheme: "https"))
        if let fault {
            #expect(played.code == 1 && played.errors.hasSuffix("127.0.0.1:\(server.port)'s certificate \(fault)\n"))
        } else {
            #expect(played.code == 0, "\(played)")
            #expect(try status(daemon)["stalled"]?.bool == false)
        }
    }

    @Test func anHourOfTracksFromAServerCostsNoMemory() throws {
        let server = try serve(18)
        defer { server.stop() }
        let daemon = try PrivateDaemon(configuration: #"{ output: { type: "pipe", path: "/dev/null" } }"#)
        try daemon.start()
        let connection = try daemon.connect()
        let addresses = (0..<18).map { JSONValue.string(server.url("000\($0 < 10 ? "0" : "")\($0).mp3")) }
        try connection.call("queue.add", ["items": .array(addresses), "play": true])
        func plays(_ index: Int) throws -> Bool {
            try eventually(seconds: 120) { try connection.call("status")["index"]?.integer ?? 0 >= index }
        }
        #expect(try plays(3), "12 minutes")
        let before = ownKilobytes(daemon.pid)
        #expect(try plays(17), "68 minutes")
        let after = ownKilobytes(daemon.pid)
        #expect(after - before < 2048, "what comes next is fetched ahead, and let go again")
        print("tracks from a server: \(before) kB after 12 minutes, \(after) kB after 68")
        #expect(before < 12_000)
    }

    @Test func anHourOfRadioCostsNoMemory() throws {
        let server = try serve(1)
        defer { server.stop() }
        let sound = [UInt8](try Data(contentsOf: server.root.appending(path: "00000.mp3")))
        let station = ScriptedServer { exchange in
            exchange.send("ICY 200 OK\r\ncontent-type: audio/mpeg\r\nicy-name: Hours\r\n\r\n")
            while exchange.send(sound) {}
        }
        defer { station.stop() }
        let daemon = try PrivateDaemon(configuration: #"{ output: { type: "pipe", path: "/dev/null" } }"#)
        try daemon.start()
        #expect(daemon.moodctl("play", station.url()).code == 0)
        let connection = try daemon.connect()
        func heard(_ seconds: Double) throws -> Bool {
            try eventually(seconds: 120) { try connection.call("status")["position"]?.number ?? 0 > seconds }
        }
        #expect(try heard(300))
        let before = ownKilobytes(daemon.pid)
        #expect(try heard(3900))
        let after = ownKilobytes(daemon.pid)
        #expect(after - before < 512)
        print("a station: \(before) kB after 5 minutes, \(after) kB after 65")
        #expect(before < 12_000)
        #expect(try connection.call("status")["entry"]?["name"]?.string == "Hours")
        let seek = daemon.moodctl("seek", "10")
        #expect(seek.code == 1 && !seek.errors.isEmpty)
    }

    @Test func whatIsNotSupportedIsNamedAndCounted() throws {
        let daemon = try PrivateDaemon()
        let folder = daemon.home.appending(path: "music")
        _ = try Music.fill(folder, count: 1, brief: true)
        let moov = Data([0, 0, 0, 72]) + Data("moov".utf8) + Data([0, 0, 0, 64]) + Data("stsd".utf8) + Data(count: 12)
        let song = Data([0, 0, 0, 12]) + Data("ftypM4A ".utf8) + moov + Data("mp4a".utf8) + Data(count: 40)
        for name in ["song.m4a", "b.wma", "c.WMA", "cover.jpg"] { try song.write(to: folder.appending(path: name)) }
        try daemon.start()
        let named = daemon.moodctl("add", folder.path + "/song.m4a")
        #expect(named.code == 1 && named.errors.hasSuffix("song.m4a: AAC isn't supported\n"), "\(named)")
        let added = daemon.moodctl("add", folder.path)
        #expect(added.code == 0, "the folder itself was added")
        #expect(added.errors.hasSuffix(": 3 files of kinds that aren't supported (AAC, WMA)\n"), "\(added)")
        #expect(try status(daemon)["queueLength"]?.integer == 1)
        try FileManager.default.removeItem(at: folder.appending(path: "00000.mp3"))
        #expect(daemon.moodctl("add", folder.path).code == 1, "nothing in it was added")
    }
}
