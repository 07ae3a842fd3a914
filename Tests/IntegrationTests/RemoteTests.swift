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

    @Test func aCertificateOfTheUsersOwnIsTrusted() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mood-tls-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (certificate, key) = (folder.appending(path: "c.pem"), folder.appending(path: "k.pem"))
        let made = run([
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=127.0.0.1",
            "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key.path, "-out", certificate.path,
        ])
        #expect(made.code == 0, "\(made)")
        let server = try serve(1, tls: (certificate, key))
        defer { server.stop() }
        let trusting = try PrivateDaemon(variables: ["SSL_CERT_FILE": certificate.path])
        try trusting.start()
        #expect(trusting.moodctl("play", server.url("00000.mp3", scheme: "https")).code == 0)
        #expect(try status(trusting)["stalled"]?.bool == false)
        let other = try PrivateDaemon()
        try other.start()
        let refused = other.moodctl("play", server.url("00000.mp3", scheme: "https"))
        #expect(refused.code == 1 && refused.errors.contains("certificate"), "\(refused)")
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
        #expect(ownKilobytes(daemon.pid) - before < 512)
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

/// What a process holds in memory that no file holds as well.
private func ownKilobytes(_ pid: pid_t) -> Int {
    let status = String(decoding: Places.contents("/proc/\(pid)/status"), as: UTF8.self)
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Int($0) } ?? 0
}
