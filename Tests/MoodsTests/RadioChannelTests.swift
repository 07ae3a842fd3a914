import EventLoop
import Playback
import TestSupport
import Testing

@testable import Moods

@Suite struct RadioChannelTests {
    private static func stations(_ numbers: Range<Int>) -> [UInt8] {
        let items = numbers.map { number in
            #"{"stationuuid":"u\#(number)","name":"S \#(number)","url_resolved":"http://r.example/\#(number)","#
                + #""tags":"Ambient,drone","codec":"MP3","hls":0,"lastcheckok":1}"#
        }
        return Array("[\(items.joined(separator: ","))]".utf8)
    }

    @Test("plays stations by tag, fresh ones first, and counts a play")
    func stations() async throws {
        let targets = Lock<[String]>([])
        let server = ScriptedServer { exchange in
            targets.withLock { $0.append(exchange.target) }
            targets.wakeAll()
            exchange.answer(Self.stations(0..<50))
        }
        defer { server.stop() }
        try await ControlThread.run { _ in
            let channel = ChannelFixture().radio([server.url("")], tags: ["feel good"])
            let first = try await channel.batch(BatchRequest())
            let second = try await channel.batch(BatchRequest(occasion: .refill))
            #expect(first.count == 20 && Set((first + second).map(\.uri)).count == 40)
            #expect(
                first.allSatisfy { $0.isLive && $0.mood == "calm" && $0.genre == "ambient, drone" && $0.title != nil })
            channel.note(.started, of: first[0])
        }
        let asked = targets.wait { $0.count == 2 ? $0 : nil }
        #expect(asked.first?.hasPrefix("/json/stations/search?tag=feel%20good&codec=MP3&hidebroken=true") == true)
        #expect(asked.last?.hasPrefix("/json/url/u") == true)
    }

    @Test("another server is asked when one fails, and what it found last goes on when all do")
    func mirrors() async throws {
        let bad = ScriptedServer { $0.answer([], status: "429 Too Many Requests\r\nRetry-After: 77") }
        let good = ScriptedServer { exchange in
            if exchange.number == 0 {
                exchange.answer(Self.stations(0..<4))
            } else {
                exchange.answer([], status: "502 Bad")
            }
        }
        defer {
            bad.stop()
            good.stop()
        }
        try await ControlThread.run { _ in
            let channel = ChannelFixture().radio([bad.url(""), good.url("")])
            for occasion in [BatchRequest.Occasion.set, .refill] {
                let stations = try await channel.batch(BatchRequest(occasion: occasion))
                #expect(stations.count == 4)
            }
            #expect(channel.kept(9).count == 4)
            let other = ChannelFixture().radio([bad.url("")])
            let fault = await #expect(throws: ChannelFault.self) { try await other.batch(BatchRequest()) }
            #expect(fault?.retryAfter == 77)
        }
    }

    @Test("says which tags no station has; bans and dead ends are left out")
    func nothing() async throws {
        let server = ScriptedServer { $0.answer(Self.stations($0.target.contains("tag=drone") ? 0..<1 : 0..<0)) }
        defer { server.stop() }
        try await ControlThread.run { _ in
            let fixture = ChannelFixture()
            await #expect(throws: ChannelFault(.noMusic, "no station for calm has one of the tags x, y")) {
                try await fixture.radio([server.url("")], tags: ["x", "y"]).batch(BatchRequest())
            }
            let channel = fixture.radio([server.url("")], tags: ["x", "drone"])
            let station = try await channel.batch(BatchRequest())[0]
            try await fixture.marks.set(.ban, on: [MarkKey(remote: station)], in: "calm")
            await #expect(throws: ChannelFault.self) { try await channel.batch(BatchRequest(occasion: .refill)) }
        }
    }
}
