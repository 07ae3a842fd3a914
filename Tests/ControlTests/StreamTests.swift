import EventLoop
import Glibc
import JSON
import TestSupport
import Testing

@testable import MoodProtocol

private let status = #"{"jsonrpc":"2.0","method":"status","id":0}"#
private let ok = #"{"jsonrpc":"2.0","id":0,"result":"ok"}"#

private func search(_ id: Int, _ words: String) -> String {
    #"{"jsonrpc":"2.0","method":"library.search","params":{"words":"\#(words)"},"id":\#(id)}"#
}

private func add(_ id: Int) -> String {
    #"{"jsonrpc":"2.0","method":"queue.add","params":{"items":["/music"]},"id":\#(id)}"#
}

private func list(_ id: Int, _ length: Int = 1000) -> String {
    #"{"jsonrpc":"2.0","method":"queue.list","params":{"limit":\#(length)},"id":\#(id)}"#
}

@Suite struct StreamTests {
    @Test func `a request that arrives byte by byte is one request`() async throws {
        try await Fixture.run { fixture in
            let client = fixture.client()
            for byte in Array((status + "\r\n").utf8) { client.send([byte]) }
            #expect(client.line() == ok)
        }
    }

    @Test func `requests that arrive in one piece are answered in their order`() async throws {
        try await Fixture.run { fixture in
            let client = fixture.client()
            client.send((0..<2000).map { search($0, "w\($0)") + "\n" }.joined())
            for id in 0..<2000 { #expect(client.line() == #"{"jsonrpc":"2.0","id":\#(id),"result":"w\#(id)"}"#) }
        }
    }

    @Test(arguments: ["美しい音楽", "🎵🎧", "naïve", "блюз", #"\"\\\/"#, #"𝄞"#])
    func `text in any script comes through both ways`(words: String) async throws {
        try await Fixture.run { fixture in
            let answer = try #require(fixture.client().call(search(1, words)))
            let sent = try JSONValue(parsing: search(1, words))["params"]?["words"]?.string
            #expect(try JSONValue(parsing: answer)["result"]?.string == sent)
        }
    }

    @Test(arguments: [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x8E]] as [[UInt8]])
    func `bytes that aren't UTF-8 are refused, and the connection goes on`(bytes: [UInt8]) async throws {
        try await Fixture.run { fixture in
            let client = fixture.client()
            client.send(Array(search(1, "a").utf8.dropLast(9)) + bytes + Array("\"},\"id\":1}\n".utf8))
            #expect(client.line()?.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#) == true)
            #expect(client.call(status) == ok)
        }
    }

    @Test func `a line over 1 MiB is refused as soon as it is seen, and the connection closed`() async throws {
        try await Fixture.run { fixture in
            let client = fixture.client()
            client.send(status + "\n")
            client.send([UInt8](repeating: 0x78, count: 1 << 20 + 1))
            #expect(client.line() == ok)
            #expect(client.line()?.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#) == true)
            #expect(client.line() == nil)
        }
    }

    @Test func `a line of 1 MiB is still one request`() async throws {
        try await Fixture.run { fixture in
            let request = search(1, "").dropLast(1)
            let padding = String(repeating: " ", count: 1 << 20 - request.utf8.count - 1)
            #expect(fixture.client().call(request + padding + "}") == #"{"jsonrpc":"2.0","id":1,"result":""}"#)
        }
    }

    @Test func `a client that has finished sending gets what is pending, and is closed`() async throws {
        try await Fixture.run { fixture in
            let client = fixture.client()
            // The last line needs no end.
            client.send(add(1) + "\n" + status)
            client.finish()
            #expect(client.line() == ok)
            await fixture.nextResponder().succeed { $0.value("added") }
            #expect(client.line() == #"{"jsonrpc":"2.0","id":1,"result":"added"}"#)
            #expect(client.line() == nil)
        }
    }

    @Test func `a client that sends and leaves is obeyed all the same`() async throws {
        try await Fixture.run { fixture in
            do {
                let client = fixture.client()
                let volume = (1...98).map { #"{"jsonrpc":"2.0","method":"volume","params":{"level":\#($0)},"id":1}"# }
                client.send((0..<20).map { _ in volume.joined(separator: "\n") + "\n" }.joined())
            }
            await fixture.wait { fixture.volume == 98 && fixture.server.connectionCount == 0 }
        }
    }

    @Test func `what a client that is gone wanted to know holds nobody up`() async throws {
        try await Fixture.run { fixture in
            await fixture.meanwhile {
                let client = fixture.client()
                let volume = #"{"jsonrpc":"2.0","method":"volume","params":{"level":7},"id":1}"#
                client.send((0..<500).map { list($0, 1_000_000) + "\n" }.joined() + volume + "\n")
            }
            await fixture.wait { fixture.volume == 7 }
            #expect(await fixture.listed == 0)
        }
    }

    @Test func `an answer that comes later holds up nothing behind it, and stops when the client leaves`() async throws
    {
        try await Fixture.run { fixture in
            var client: Client? = fixture.client()
            client?.send(add(1) + "\n" + add(2) + "\n" + status + "\n")
            #expect(client?.line() == ok)
            await fixture.responders[1].succeed { $0.value("second") }
            #expect(client?.line() == #"{"jsonrpc":"2.0","id":2,"result":"second"}"#)
            await fixture.responders[0].fail(.nothingPlaying)
            #expect(client?.line()?.contains("-32001") == true)
            client?.send(add(3) + "\n" + status + "\n")
            _ = client?.line()
            client = nil
            await fixture.wait { fixture.cancelled == 1 }
            await ControlThread.run { _ in
                #expect(fixture.responders[2].isClosed)
                fixture.responders[2].succeed { $0.value("too late") }
            }
        }
    }

    @Test func `an answer given at once stays behind those before it`() async throws {
        try await Fixture.run { fixture in
            let client = fixture.client()
            client.send(status + "\n" + #"{"jsonrpc":"2.0","method":"play","id":1}"# + "\n" + status + "\n")
            #expect(client.line() == ok)
            #expect(client.line() == #"{"jsonrpc":"2.0","id":1,"result":"playing"}"#)
            #expect(client.line() == ok)
        }
    }

    @Test func `a batch is answered when the last of its answers is there, in the order of its requests`() async throws
    {
        try await Fixture.run { fixture in
            let client = fixture.client()
            client.send("[" + [add(1), status, add(2)].joined(separator: ",") + "]\n" + search(9, "x") + "\n")
            #expect(client.line() == #"{"jsonrpc":"2.0","id":9,"result":"x"}"#)
            await fixture.responders[1].succeed { $0.value("b") }
            await fixture.responders[0].succeed { $0.value("a") }
            #expect(
                client.line()
                    == #"[{"jsonrpc":"2.0","id":1,"result":"a"},"# + ok + #",{"jsonrpc":"2.0","id":2,"result":"b"}]"#)
        }
    }

    @Test func `a request whose work was lost is answered with an internal error`() async throws {
        try await Fixture.run { fixture in
            let client = fixture.client()
            client.send(add(1) + "\n")
            await fixture.wait { fixture.responders.count == 1 }
            await ControlThread.run { _ in fixture.responders = [] }
            #expect(client.line()?.contains("-32603") == true)
        }
    }

    @Test func `work in a task is answered with its result or its error, and cancelled when the client leaves`()
        async throws
    {
        try await Fixture.run { fixture in
            await ControlThread.run { _ in
                fixture.server.dispatcher.answerLater(.libraryUpdate) { parameters, responder in
                    responder.answer {
                        switch parameters.string("path") {
                        case "good": return { $0.value("updated") }
                        case "bad": throw RPCError(.notFound, "no such folder")
                        case "broken": throw SystemError("read it", code: EIO)
                        default:
                            while !Task.isCancelled { await Task.yield() }
                            fixture.cancelled += 1
                            throw CancellationError()
                        }
                    }
                }
            }
            var client: Client? = fixture.client()
            func update(_ path: String) -> String {
                #"{"jsonrpc":"2.0","method":"library.update","params":{"path":"\#(path)"},"id":1}"#
            }
            #expect(client?.call(update("good")) == #"{"jsonrpc":"2.0","id":1,"result":"updated"}"#)
            #expect(client?.call(update("bad"))?.contains("no such folder") == true)
            #expect(client?.call(update("broken"))?.contains("cannot read it") == true)
            client?.send(update("endless") + "\n")
            client = nil
            await fixture.wait { fixture.cancelled == 1 }
        }
    }

    @Test func `large answers reach a slow reader whole, while others are served`() async throws {
        try await Fixture.run { fixture in
            let slow = fixture.client()
            slow.send((0..<100).map { list($0) + "\n" }.joined())
            let quick = fixture.client()
            for _ in 0..<10 { #expect(quick.call(status) == ok) }
            for id in 0..<100 {
                let answer = slow.line()
                #expect(answer?.utf8.count == 1000 + #"{"jsonrpc":"2.0","id":\#(id),"result":""}"#.utf8.count)
            }
        }
    }

    @Test func `what a client that doesn't read asks for waits, so that memory stays bounded`() async throws {
        try await Fixture.run { fixture in
            await ControlThread.run { _ in
                fixture.server.dispatcher.answer(.queueList) { _, writer in
                    fixture.volume += 1
                    writer.value(String(repeating: "x", count: 100_000))
                }
            }
            let client = fixture.client()
            client.send((0..<100).map { list($0) + "\n" }.joined())
            for _ in 0..<10 { #expect(fixture.client().call(status) == ok) }
            // Some fill the socket, one answer waits; the rest isn't carried out.
            #expect(await fixture.volume < 60)
            for id in 0..<100 { #expect(client.line()?.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"#) == true) }
            #expect(await fixture.volume == 150)
        }
    }

    @Test func `a few hundred outstanding answers wait their turn`() async throws {
        try await Fixture.run { fixture in
            let client = fixture.client()
            client.send((0..<300).map { add($0) + "\n" }.joined())
            for id in 0..<300 {
                let responder = await fixture.nextResponder()
                #expect(await fixture.responders.count < 128)
                await responder.succeed { $0.value(id) }
                #expect(client.line() == #"{"jsonrpc":"2.0","id":\#(id),"result":\#(id)}"#)
            }
        }
    }

    @Test func `a thousand clients are served`() async throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        try await Fixture.run { fixture in
            let clients = (0..<1000).map { _ in fixture.client() }
            for client in clients { client.send(status + "\n") }
            for client in clients { #expect(client.line() == ok) }
            #expect(await fixture.server.connectionCount == 1000)
        }
    }
}
