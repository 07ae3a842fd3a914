import Network
import TestSupport
import Testing

@Suite struct DownloadTests {
    let client = HTTPClient(userAgent: "mood-tests")

    @Test func aBodyComesWholeWithItsHead() throws {
        let server = ScriptedServer { $0.answer(Array("hello".utf8), type: "Audio/MPEG; charset=x") }
        let answer = try download(client, HTTPRequest(url: server.url()))
        #expect(answer.body == Array("hello".utf8))
        #expect(answer.head.contentType == "audio/mpeg")
    }

    @Test(arguments: [
        (404, false, true), (403, false, true), (410, false, true), (500, true, false), (429, true, false),
    ])
    func aStatusIsAFailureWithItsMeaning(status: Int, isTemporary: Bool, isExpired: Bool) {
        let server = ScriptedServer { $0.answer(Array("<html>".utf8), status: "\(status) No") }
        do {
            _ = try download(client, HTTPRequest(url: server.url()))
            Issue.record("a \(status) passed for an answer")
        } catch {
            let failure = error as? HTTPFailure
            #expect(failure?.isTemporary == isTemporary)
            #expect(failure?.isExpired == isExpired)
            #expect(failure?.message.contains("127.0.0.1") == true)
        }
    }

    @Test func anAnswerOverTheLimitIsRefusedAtItsHead() {
        let server = ScriptedServer {
            $0.send("HTTP/1.1 200 OK\r\nContent-Length: 50000000\r\n\r\n")
            $0.waitForClose()
        }
        #expect(throws: HTTPFailure.self) { try download(client, HTTPRequest(url: server.url()), limit: 1000) }
    }

    @Test func anAnswerThatHidesItsLengthIsCutAtTheLimit() {
        let server = ScriptedServer {
            $0.send("HTTP/1.1 200 OK\r\n\r\n")
            while $0.send([UInt8](repeating: 65, count: 4096)) {}
        }
        #expect(throws: HTTPFailure.self) { try download(client, HTTPRequest(url: server.url()), limit: 100_000) }
    }

    @Test func aByteNowAndThenDoesNotHoldADownloadForEver() {
        let server = ScriptedServer {
            $0.send("HTTP/1.1 200 OK\r\n\r\nx")
            $0.waitForClose()
        }
        #expect(throws: HTTPFailure.self) { try download(client, HTTPRequest(url: server.url()), seconds: 0.2) }
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/"])
    func redirectsLeadToHTTPOnly(target: String) {
        let server = ScriptedServer {
            $0.send("HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n")
        }
        do {
            _ = try download(client, HTTPRequest(url: server.url()))
            Issue.record("followed to \(target)")
        } catch {
            #expect((error as? HTTPFailure)?.isTemporary == false)
        }
    }

    @Test func addressesOfOtherSchemesAreRefused() {
        #expect(throws: HTTPFailure.self) { try download(client, HTTPRequest(url: "file:///etc/passwd")) }
        #expect(throws: HTTPFailure.self) { try download(client, HTTPRequest(url: "not an address")) }
    }

    @Test func aRedirectToAnotherPortIsFollowedAndTold() throws {
        let target = ScriptedServer { $0.answer(Array("there".utf8)) }
        let first = ScriptedServer { [port = target.port] in
            $0.send("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:\(port)/x\r\nContent-Length: 0\r\n\r\n")
        }
        let answer = try download(client, HTTPRequest(url: first.url()))
        #expect(answer.body == Array("there".utf8))
        #expect(answer.head.url == target.url("/x"))
    }

    @Test func aCircleOfRedirectsEnds() {
        let server = ScriptedServer { $0.send("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n") }
        #expect(throws: HTTPFailure.self) { try download(client, HTTPRequest(url: server.url())) }
    }

    @Test func aNameThatDoesNotResolveHoldsUpNobody() throws {
        let server = ScriptedServer { $0.answer(Array("quick".utf8)) }
        client.download(HTTPRequest(url: "http://nobody.invalid/"), limit: 10, seconds: 10) { _ in }
        #expect(try download(client, HTTPRequest(url: server.url())).body == Array("quick".utf8))
    }

    @Test func aLineBreakInAHeaderBeginsNoOther() throws {
        let server = ScriptedServer { $0.answer(Array(($0.field("x-evil") ?? "none").utf8)) }
        let request = HTTPRequest(url: server.url(), headers: ["X-Good: 1\r\nX-Evil: 2"])
        #expect(try download(client, request).body == Array("none".utf8))
    }
}
