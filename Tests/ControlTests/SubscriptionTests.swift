import JSON
import MoodProtocol
import TestSupport
import Testing

private func subscribe(_ topics: String...) -> String {
    let names = topics.map { "\"\($0)\"" }.joined(separator: ",")
    return #"{"jsonrpc":"2.0","method":"events.subscribe","params":{"topics":[\#(names)]},"id":1}"#
}

private func volume(_ level: Int, id: Int = 2) -> String {
    #"{"jsonrpc":"2.0","method":"volume","params":{"level":\#(level)},"id":\#(id)}"#
}

private struct Event: Equatable {
    var method: String?
    var sequence: Int?
    var value: JSONValue?

    init(_ method: String, _ sequence: Int, _ value: JSONValue) {
        (self.method, self.sequence, self.value) = (method, sequence, value)
    }

    /// What the client gets next; nothing if it isn't an event.
    init(next client: Client) {
        guard let line = client.line(), let event = try? JSONValue(parsing: line) else { return }
        method = event["method"]?.string
        sequence = event["params"]?["sequence"]?.integer
        value = event["params"]?["value"]
    }
}

@Suite struct SubscriptionTests {
    @Test func `subscribing tells how things stand, and then only what was asked for`() async throws {
        try await Fixture.run { fixture in
            let client = fixture.client()
            #expect(
                client.call(subscribe("volume", "mood", "server", "played"))
                    == #"{"jsonrpc":"2.0","id":1,"result":{"sequence":0,"topics":"#
                    + #"{"volume":50,"mood":null,"server":{"state":"running"},"played":null}}}"#)
            #expect(client.call(#"{"jsonrpc":"2.0","method":"play","id":3}"#)?.contains("\"id\":3") == true)
            #expect(client.call(volume(60))?.contains("\"id\":2") == true)
            #expect(Event(next: client) == Event("event.volume", 1, 60))
        }
    }

    @Test func `an answer precedes the events it caused, several requests in a turn make one event`() async throws {
        try await Fixture.run { fixture in
            let (client, other) = (fixture.client(), fixture.client())
            _ = client.call(subscribe("volume"))
            _ = other.call(subscribe("volume"))
            client.send((1...50).map { volume($0, id: $0) + "\n" }.joined())
            for id in 1...50 { #expect(client.line()?.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"#) == true) }
            for subscriber in [client, other] { #expect(Event(next: subscriber) == Event("event.volume", 1, 50)) }
        }
    }

    @Test func `an answer that comes soon keeps the events it caused back`() async throws {
        try await Fixture.run { fixture in
            let client = fixture.client()
            let other = fixture.client()
            _ = client.call(subscribe("player", "played"))
            _ = other.call(subscribe("player"))
            client.send(#"{"jsonrpc":"2.0","method":"play","params":{"confirm":true},"id":5}"# + "\n")
            #expect(Event(next: other).method == "event.player")
            client.send(#"{"jsonrpc":"2.0","method":"stop","id":6}"# + "\n")
            let answers = [client.line(), client.line()]
            #expect(answers.allSatisfy { $0?.contains(#""result":"stopped""#) == true })
            #expect(Event(next: client).method == "event.player")
            #expect(Event(next: client).method == "event.played")
        }
    }

    @Test func `a batch is answered before the events it caused`() async throws {
        try await Fixture.run { fixture in
            let client = fixture.client()
            _ = client.call(subscribe("volume"))
            client.send(
                "[" + volume(60) + #",{"jsonrpc":"2.0","method":"queue.add","params":{"items":[]},"id":3}]"# + "\n")
            await fixture.wait { fixture.responders.count == 1 }
            for _ in 0..<100 { await Task.yield() }
            await fixture.responders[0].succeed { $0.null() }
            #expect(client.line()?.hasPrefix("[") == true)
            #expect(Event(next: client) == Event("event.volume", 1, 60))
        }
    }

    @Test func `what was unsubscribed is told no more`() async throws {
        try await Fixture.run { fixture in
            let client = fixture.client()
            _ = client.call(subscribe("volume", "player"))
            let unsubscribe = #"{"jsonrpc":"2.0","method":"events.unsubscribe","params":{"topics":["volume"]},"id":1}"#
            #expect(client.call(unsubscribe) == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
            _ = client.call(volume(60))
            _ = client.call(#"{"jsonrpc":"2.0","method":"play","id":3}"#)
            #expect(Event(next: client).method == "event.player")
            _ = client.call(#"{"jsonrpc":"2.0","method":"events.unsubscribe","id":1}"#)
            #expect(client.call(#"{"jsonrpc":"2.0","method":"play","id":3}"#)?.contains("\"id\":3") == true)
            #expect(client.call(volume(61))?.contains("\"id\":2") == true)
        }
    }

    @Test func `a subscriber that doesn't read holds nobody up and gets the newest value and the last occurrences`()
        async throws
    {
        try await Fixture.run { fixture in
            let client = fixture.client()
            _ = client.call(subscribe("volume", "error"))
            let text = String(repeating: "x", count: 10_000)
            for level in 1...300 {
                await ControlThread.run { _ in
                    fixture.volume = level
                    fixture.server.subscriptions.changed(.volume)
                    fixture.server.subscriptions.happened(.error) { $0.value("\(level) \(text)") }
                }
                #expect(fixture.client().call(volume(level % 98, id: 2))?.contains("\"id\":2") == true)
            }
            await ControlThread.run { _ in
                fixture.volume = 77
                fixture.server.subscriptions.changed(.volume)
            }
            var events: [Event] = []
            repeat { events.append(Event(next: client)) } while events.last?.value != 77
            #expect(zip(events, events.dropFirst()).allSatisfy { $0.sequence! < $1.sequence! })
            let errors = events.filter { $0.method == "event.error" }
                .compactMap { $0.value?.string?.prefix { $0 != " " } }.compactMap { Int($0) }
            #expect(errors.suffix(100) == Array(201...300))
            #expect(errors.count < 200)
            #expect(events.filter { $0.method == "event.volume" }.count < 200)
        }
    }

    @Test func `a subscriber that has finished sending stays, until it is gone`() async throws {
        try await Fixture.run { fixture in
            var client: Client? = fixture.client()
            _ = client?.call(subscribe("volume"))
            client?.finish()
            _ = fixture.client().call(volume(60))
            #expect(client.map { Event(next: $0).value } == 60)
            client = nil
            await fixture.wait { fixture.server.connectionCount == 0 }
        }
    }

    @Test func `every subscriber is told that the daemon ends`() async throws {
        let fixture = try await ControlThread.run { try Fixture($0) }
        let client = fixture.client()
        _ = client.call(subscribe("volume"))
        await fixture.remove()
        #expect(Event(next: client) == Event("event.server", 1, ["state": "exiting"]))
        #expect(client.line() == nil)
    }
}
