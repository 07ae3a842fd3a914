import Foundation
import Glibc
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
        read += try reader.read(untilFault: true)
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

    @Test func aServerThatNeverAnswersIsGivenUpAtTheFirstTry() throws {
        let server = ScriptedServer { $0.waitForClose() }
        do {
            _ = try StreamReader(client, HTTPRequest(url: server.url())).read()
            Issue.record("nothing came, and it ended")
        } catch let failure as HTTPFailure {
            #expect(failure.kind == .connection && failure.message.hasSuffix("doesn't answer"))
        }
        #expect(server.requests == 1)
    }

    @Test func aServerWithoutRangesIsReadAgainFromTheStart() throws {
        let bytes = numberedBytes(50_000)
        let server = ScriptedServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 50000\r\n\r\n")
            exchange.send(exchange.number == 0 ? Array(bytes[..<20_000]) : bytes)
        }
        #expect(try StreamReader(client, HTTPRequest(url: server.url())).read() == bytes)
    }

    @Test func aServerThatAlwaysCutsAtTheSamePlaceIsNamedAndGivenUp() throws {
        let bytes = numberedBytes(20_000)
        let server = ScriptedServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 50000\r\n\r\n")
            exchange.send(bytes)
        }
        let reader = StreamReader(client, HTTPRequest(url: server.url()))
        #expect(try reader.read(20_000) == bytes)
        let host = "127.0.0.1:\(server.port)"
        var faults: Set<String> = []
        let outcome = Result {
            while reader.stream.information.fault == nil { usleep(1000) }
            faults.insert(reader.stream.information.fault ?? "")
            return try reader.read()
        }
        #expect(faults == ["\(host) broke off after 19 KiB, trying again"])
        guard case .failure(let failure as HTTPFailure) = outcome else { return #expect(Bool(false), "\(outcome)") }
        #expect(failure.kind == .connection && failure.message == "\(host) broke off after 19 KiB")
        #expect((3...9).contains(server.requests))
    }

    @Test func aLengthThatLiesEndsWhereTheServerSaysSo() throws {
        let bytes = numberedBytes(20_000)
        let server = ScriptedServer { exchange in
            guard exchange.field("range") != nil else {
                exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 50000\r\n\r\n")
                exchange.send(bytes)
                return
            }
            exchange.send("HTTP/1.1 416 No\r\nContent-Range: bytes */20000\r\nContent-Length: 0\r\n\r\n")
        }
        #expect(try StreamReader(client, HTTPRequest(url: server.url())).read() == bytes)
    }

    @Test(arguments: [
        ("\u{0}\u{1}garbage\r\n", "doesn't speak HTTP"),
        (
            "HTTP/1.1 200 OK\r\nX: " + String(repeating: "a", count: 5_000_000) + "\r\n\r\n",
            "sends a head that is too long"
        ),
        (
            "HTTP/1.1 200 OK\r\n" + String(repeating: "X: aaaaaaaaaaaaaaaaaaaaaaaa\r\n", count: 50_000) + "\r\n",
            "sends a head that is too long"
        ),
        (
            "HTTP/1.1 302 Found\r\nLocation: ftp://127.0.0.1/a\r\n\r\n",
            "leads to an address that is neither http nor https"
        ),
    ])
    func aServerThatTalksNonsenseIsSaidTo(answer: String, fault: String) {
        let server = ScriptedServer { $0.send(answer) }
        do {
            _ = try StreamReader(client, HTTPRequest(url: server.url())).read()
            Issue.record("read nonsense")
        } catch {
            #expect(error as? HTTPFailure == HTTPFailure(.refused, "127.0.0.1:\(server.port) \(fault)"))
        }
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
