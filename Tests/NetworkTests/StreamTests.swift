import Foundation
import Network
import TestSupport
import Testing

@Suite struct StreamTests {
    let client = HTTPClient(userAgent: "mood-tests")

    @Test func aFileOfARealServerComesByteForByte() throws {
        let bytes = numberedBytes(3_000_000)
        let server = try NginxServer()
        try Data(bytes).write(to: server.root.appending(path: "a.mp3"))
        let reader = StreamReader(client, HTTPRequest(url: server.url("a.mp3")), capacity: 256 << 10)
        #expect(try reader.read() == bytes)
        let information = reader.stream.information
        #expect(information.total == 3_000_000)
        #expect(information.isSeekable == true)
        #expect(!information.isLive)
    }

    @Test func whatNobodyReadsStaysWithTheServer() throws {
        let server = try NginxServer()
        try Data(numberedBytes(20_000_000)).write(to: server.root.appending(path: "a.mp3"))
        let reader = StreamReader(client, HTTPRequest(url: server.url("a.mp3")), capacity: 256 << 10)
        for _ in 0..<40 {
            _ = try reader.read(100_000)
            let information = reader.stream.information
            #expect(information.arrived - information.position <= 256 << 10)
        }
    }

    @Test func aSeekAsksForThePartAndNothingElse() throws {
        let bytes = numberedBytes(5_000_000)
        let server = try NginxServer()
        try Data(bytes).write(to: server.root.appending(path: "a.mp3"))
        let reader = StreamReader(client, HTTPRequest(url: server.url("a.mp3")), capacity: 128 << 10)
        #expect(try reader.read(1000) == Array(bytes[..<1000]))
        for place in [4_000_000, 17, 2_500_000, 2_500_100, 4_999_999] {
            reader.stream.seek(to: UInt64(place))
            #expect(try reader.read(1000) == Array(bytes[place...].prefix(1000)), "at \(place)")
        }
    }

    @Test func aServerKilledInTheMiddleAndBackLosesNothing() throws {
        let bytes = numberedBytes(3_000_000)
        let server = try NginxServer(locations: "limit_rate 4m;")
        try Data(bytes).write(to: server.root.appending(path: "a.mp3"))
        let reader = StreamReader(client, HTTPRequest(url: server.url("a.mp3")), capacity: 64 << 10)
        var read = try reader.read(1_000_000)
        server.stop()
        while reader.stream.information.fault == nil { read += try reader.read(1000) }
        #expect(reader.stream.information.fault?.contains("127.0.0.1") == true)
        try server.start()
        read += try reader.read()
        #expect(read == bytes)
    }

    @Test func anAnswerCutShortIsResumedWhereItBroke() throws {
        let bytes = numberedBytes(100_000)
        let server = ScriptedServer { exchange in
            let first = exchange.field("range").flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
            let range = first > 0 ? "Content-Range: bytes \(first)-99999/100000\r\n" : ""
            exchange.send(
                "HTTP/1.1 \(first > 0 ? 206 : 200) OK\r\nETag: \"a\"\r\nContent-Length: \(100_000 - first)\r\n\(range)\r\n"
            )
            exchange.send(Array(bytes[first...].prefix(40_000)))
        }
        #expect(try StreamReader(client, HTTPRequest(url: server.url())).read() == bytes)
        #expect(server.requests == 3)
    }

    @Test func aServerWithoutRangesIsReadAgainFromTheStart() throws {
        let bytes = numberedBytes(50_000)
        let server = ScriptedServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 50000\r\n\r\n")
            exchange.send(exchange.number == 0 ? Array(bytes[..<20_000]) : bytes)
        }
        #expect(try StreamReader(client, HTTPRequest(url: server.url())).read() == bytes)
    }

    @Test func anotherFileAtTheSameAddressIsNotJoinedToTheFirst() {
        let server = ScriptedServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nETag: \"\(exchange.number)\"\r\nContent-Length: 50000\r\n\r\n")
            exchange.send(numberedBytes(20_000))
        }
        #expect(throws: HTTPFailure.self) { try StreamReader(client, HTTPRequest(url: server.url())).read() }
    }

    @Test func anExpiredAddressSaysSo() {
        let server = ScriptedServer { $0.answer([], status: "403 Forbidden") }
        do {
            _ = try StreamReader(client, HTTPRequest(url: server.url())).read()
            Issue.record("read a 403")
        } catch {
            #expect((error as? HTTPFailure)?.isExpired == true)
        }
    }

    @Test func anOldShoutcastGreetingIsUnderstood() throws {
        let server = ScriptedServer { exchange in
            exchange.send("ICY 200 OK\r\nicy-name: Radio\r\nicy-metaint: 8192\r\nContent-Type: audio/mpeg\r\n\r\n")
            exchange.send(numberedBytes(10_000))
            exchange.waitForClose()
        }
        let reader = StreamReader(client, HTTPRequest(url: server.url(), headers: ["Icy-MetaData: 1"]))
        #expect(try reader.read(10_000) == numberedBytes(10_000))
        let information = reader.stream.information
        #expect(information.isLive)
        #expect(information.head?.metadataInterval == 8192)
        #expect(information.head?.fields["icy-name"] == "Radio")
    }

    @Test func radioThatBreaksOffIsJoinedAnew() throws {
        let server = ScriptedServer { exchange in
            exchange.send("HTTP/1.0 200 OK\r\nicy-name: Radio\r\n\r\n")
            exchange.send([UInt8](repeating: UInt8(exchange.number), count: 1000))
        }
        let reader = StreamReader(client, HTTPRequest(url: server.url()), isLive: true)
        #expect(try reader.read(2000) == [UInt8](repeating: 0, count: 1000) + [UInt8](repeating: 1, count: 1000))
    }

    @Test func anAddressThatNeverAnsweredFailsSoon() {
        let port = freePort()
        do {
            _ = try StreamReader(client, HTTPRequest(url: "http://127.0.0.1:\(port)/")).read()
            Issue.record("read from nobody")
        } catch {
            #expect((error as? HTTPFailure)?.kind == .connection)
        }
    }
}
