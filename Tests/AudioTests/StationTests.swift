import EventLoop
import Foundation
import Media
import Playback
import TestSupport
import Testing

@testable import Audio

/// Live radio, from a scripted station.
@Suite struct StationTests {
    let files: SoundFiles
    let loop: [UInt8]

    init() throws {
        files = try SoundFiles()
        try files.tone(440, seconds: 10, as: "loop.mp3", ["-b", "128", "-t"])
        loop = [UInt8](try files.read("loop.mp3"))
    }

    /// A station that sends for ever, a block of titles after every 8,192 bytes, as fast as it is listened to.
    private func station(
        name: String = "Radio Test", titles: [[UInt8]] = [Array("One".utf8)],
        until limit: @escaping @Sendable (Int) -> Int = { _ in .max }
    ) -> ScriptedServer {
        let loop = loop
        return ScriptedServer { exchange in
            exchange.send("ICY 200 OK\r\ncontent-type:audio/mpeg\r\nicy-name:\(name)\r\nicy-metaint:8192\r\n\r\n")
            var place = 0
            for block in 0..<limit(exchange.number) {
                let sound = (0..<8192).map { loop[(place + $0) % loop.count] }
                place += 8192
                var title: [UInt8] = []
                if block % 8 == 0 {
                    title = Array("StreamTitle='".utf8) + titles[block / 8 % titles.count] + Array("';".utf8)
                    title += [UInt8](repeating: 0, count: (16 - title.count % 16) % 16)
                }
                guard exchange.send(sound), exchange.send([UInt8(title.count / 16)] + title) else { return }
            }
        }
    }

    private func title(_ text: String, _ ticket: UInt32 = 1) -> EngineReport {
        .title(Ticket(rawValue: ticket), text)
    }

    @Test func tellsItsNameAndItsTitles() throws {
        let station = station(
            name: "Füße",
            titles: [
                Array("Don't Stop; It's".utf8),
                Array("Bj".utf8) + [0xF6] + Array("rk - 'J".utf8) + [0xF3] + Array("ga'".utf8),
            ])
        defer { station.stop() }
        let probe = try EngineProbe(.null(fast: true))
        probe.play(station.url())
        #expect(probe.wait(for: .station(Ticket(rawValue: 1), name: "Füße")))
        #expect(probe.wait(for: title("Don't Stop; It's")))
        #expect(
            probe.wait(for: title("Björk - 'Jóga'"))
                || probe.wait { if case .title(_, let text) = $0 { text.hasPrefix("Bj") } else { false } })
        #expect(probe.engine.timeline?.duration == nil)
        #expect(probe.engine.timeline?.buffered == nil)
    }

    @Test func itsTitlesAreReadInTheUsersEncodings() throws {
        let station = station(titles: [[0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]])
        defer { station.stop() }
        let probe = try EngineProbe(.null(fast: true))
        probe.engine.adopt(AudioSettings(decoder: TextDecoder(fallbackEncodings: ["CP1251"])))
        probe.play(station.url())
        #expect(probe.wait(for: title("Привет")))
    }

    @Test func isJoinedAnewAfterAPause() throws {
        let station = station()
        defer { station.stop() }
        let probe = try EngineProbe(.null(fast: false))
        probe.play(station.url())
        #expect(probe.wait(for: .started(1)))
        probe.engine.post(.pause)
        probe.forget()
        probe.engine.post(.resume)
        #expect(probe.wait(for: .started(1)))
        #expect(probe.wait(for: .written(1)))
        #expect(station.requests == 2)
        #expect(probe.engine.timeline.map { $0.position < 2 } == true)
    }

    @Test func isJoinedAnewWhereItBreaksWithItsTitlesInStep() throws {
        let station = station(titles: [Array("Same".utf8)]) { $0 == 0 ? 40 : .max }
        defer { station.stop() }
        let out = files.path("out.pcm")
        let probe = try EngineProbe(.file(out))
        probe.play(station.url())
        #expect(probe.wait { _ in station.requests >= 2 && ((try? floats(out).count) ?? 0) > 40 * 88_200 })
        #expect(!probe.all.contains { if case .failed = $0 { true } else { false } })
        let samples = first(of: try floats(out), channels: 2)
        // Blocks that were taken for sound would be heard as noise all over the tone.
        for second in 25..<38 {
            #expect(
                amplitude(440, in: samples[(second * 44_100)..<(second * 44_100 + 22_050)]) > 0.4, "second \(second)")
        }
    }

    @Test func aRealStationIsHeardAndToldOf() throws {
        let station: IcecastServer
        do {
            station = try IcecastServer(playing: loop, name: "Real Radio")
        } catch let fault as IcecastServer.Fault {
            return print("not run: \(fault.message)")
        }
        let probe = try EngineProbe(.null(fast: false))
        probe.play(station.url)
        #expect(probe.wait(for: .station(Ticket(rawValue: 1), name: "Real Radio")))
        #expect(probe.wait(for: .started(1)))
        station.announce("Guns%20N%27%20Roses%20-%20Don%27t%20Cry%3B")
        #expect(probe.wait(20, for: { $0 == title("Guns N' Roses - Don't Cry;") }))
        probe.engine.post(.pause)
        probe.forget()
        probe.engine.post(.resume)
        #expect(probe.wait(for: .started(1)))
    }
}
