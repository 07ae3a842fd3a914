import EventLoop
import Foundation
import Playback
import TestSupport
import Testing

@testable import Audio

/// Tracks behind addresses, from real servers and from scripted ones.
@Suite struct RemoteTests {
    let files: SoundFiles

    init() throws {
        files = try SoundFiles()
    }

    /// A sweep, no part of which is like another.
    private func sweep(seconds: Int, as name: String, _ options: [String] = ["-b", "128"]) throws -> String {
        var phase = 0.0
        let samples = (0..<seconds * 44_100).flatMap { frame -> [Int16] in
            phase += 2 * .pi * (200 + Double(frame) / 400) / 44_100
            return [Int16(12_000 * sin(phase)), Int16(9000 * cos(phase))]
        }
        return try files.encode(samples, as: name, options)
    }

    /// A server with one file at its root.
    private func serving(_ path: String, locations: String = "") throws -> (server: NginxServer, url: String) {
        let server = try NginxServer(locations: locations)
        let name = URL(filePath: path).lastPathComponent
        try FileManager.default.copyItem(at: URL(filePath: path), to: server.root.appending(path: name))
        return (server, server.url(name))
    }

    @Test func soundsWhileItArrives() throws {
        let path = try files.tone(440, seconds: 60, as: "a.mp3")
        let (server, url) = try serving(path, locations: "limit_rate 40k;")
        defer { server.stop() }
        let probe = try EngineProbe(.null(fast: false))
        probe.play(url)
        #expect(probe.wait(for: .started(1)))
        let buffered = try #require(probe.engine.timeline?.buffered)
        #expect(buffered > 0 && buffered < 0.9)
        #expect(probe.all.contains(.duration(Ticket(rawValue: 1), seconds: 60)))
        #expect(probe.wait { $0 == .buffered(Ticket(rawValue: 1)) && probe.engine.timeline?.buffered ?? 0 > buffered })
    }

    @Test func noSampleIsLostWhenTheServerDiesInTheMiddle() throws {
        let path = try sweep(seconds: 60, as: "a.mp3")
        let (server, url) = try serving(path, locations: "limit_rate 300k;")
        defer { server.stop() }
        let out = files.path("out.pcm")
        let probe = try EngineProbe(.file(out))
        probe.play(url)
        #expect(probe.wait(for: .started(1)))
        server.stop()
        #expect(probe.wait { if case .stalled = $0 { true } else { false } })
        try server.start()
        #expect(probe.wait(for: .ended(1), 60))
        #expect(try floats(out) == decode(path).1)
    }

    @Test(arguments: [["-b", "128"], ["-b", "320"], ["-b", "64", "--resample", "44.1"]])
    func aSeekAsksForTheMiddleAndGivesTheVerySamples(options: [String]) throws {
        let path = try sweep(seconds: 120, as: "a.mp3", options)
        let bytes = [UInt8](try files.read("a.mp3"))
        let ranges = Lock<[Int]>([])
        let server = ScriptedServer { exchange in
            let first = exchange.field("range").flatMap { Int($0.dropFirst(6).prefix { $0.isNumber }) }
            ranges.withLock { $0.append(first ?? 0) }
            // More than the first part is sent to nobody who asked for the whole.
            serve(bytes, exchange, upTo: first == nil ? 200_000 : nil)
            if first == nil { exchange.waitForClose() }
        }
        defer { server.stop() }
        let out = files.path("out.pcm")
        let probe = try EngineProbe(.file(out))
        let whole = try decode(path).1
        probe.play(server.url("/a.mp3"), start: 100.0217)
        #expect(probe.wait(for: .ended(1)))
        let frame = Int(AudioFormat(rate: 44_100, channels: 2).frames(in: 100.0217))
        let got = try floats(out)
        #expect(got.count == whole.count - 2 * frame)
        #expect(zip(got, whole[(2 * frame)...]).allSatisfy { abs($0 - $1) <= 0x1p-23 })
        #expect(ranges.withLock { $0.count == 2 && $0[1] > bytes.count * 8 / 10 })
    }

    @Test func aSeekInAVariableBitrateLandsNearby() throws {
        let path = try sweep(seconds: 120, as: "a.mp3", ["-V", "2"])
        let (server, url) = try serving(path, locations: "limit_rate 100k;")
        defer { server.stop() }
        let out = files.path("out.pcm")
        let probe = try EngineProbe(.file(out))
        probe.play(url, start: 100)
        #expect(probe.wait(for: .started(1)))
        #expect(probe.wait { _ in ((try? floats(out).count) ?? 0) > 100_000 })
        let got = try floats(out)[60_000..<60_200]
        let whole = try decode(path).1
        let near = (95 * 88_200..<105 * 88_200).first { start in
            zip(got, whole[start...]).allSatisfy { abs($0 - $1) < 0x1p-10 }
        }
        let place = try #require(near)
        #expect(abs(place - 100 * 88_200 - 60_000) < 2 * 88_200)
    }

    @Test func aSeekBackIsExactAndNeedsNoOtherRequest() throws {
        _ = try sweep(seconds: 30, as: "a.mp3", ["-V", "2"])
        let bytes = [UInt8](try files.read("a.mp3"))
        let server = ScriptedServer { serve(bytes, $0) }
        defer { server.stop() }
        let fifo = files.path("fifo")
        try files.call(["mkfifo", fifo])
        let probe = try EngineProbe(.pipe(path: fifo, encoding: .float, format: AudioFormat(rate: 44_100, channels: 2)))
        probe.play(server.url("/a.mp3"))
        #expect(probe.wait(for: .started(1)))
        probe.play(server.url("/a.mp3"), ticket: 2, entry: 1, start: 0.5)
        #expect(probe.wait(for: .written(2)))
        #expect(server.requests == 1)
    }

    @Test func theFirstAddressLeadsToAnotherServer() throws {
        let path = try sweep(seconds: 3, as: "a.mp3")
        let (server, url) = try serving(path)
        defer { server.stop() }
        let front = ScriptedServer { exchange in
            exchange.send("HTTP/1.1 302 Found\r\nLocation: \(url)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        defer { front.stop() }
        let out = files.path("out.pcm")
        let probe = try EngineProbe(.file(out))
        probe.play(front.url("/song"))
        #expect(probe.wait(for: .ended(1)))
        #expect(try floats(out) == decode(path).1)
    }

    @Test func anAddressThatExpiresIsToldAfterWhatCameWasHeard() throws {
        _ = try sweep(seconds: 30, as: "a.mp3")
        let bytes = [UInt8](try files.read("a.mp3"))
        let server = ScriptedServer { exchange in
            if exchange.number == 0 { return serve(bytes, exchange, upTo: 300_000) }
            exchange.answer([], status: "403 Forbidden")
        }
        defer { server.stop() }
        let out = files.path("out.pcm")
        let probe = try EngineProbe(.file(out))
        probe.play(server.url("/a.mp3"))
        #expect(probe.wait { if case .failed(_, .expired(let reason)) = $0 { reason.contains("403") } else { false } })
        #expect(probe.all.contains(.started(1)))
        #expect(try floats(out).count > 18 * 88_200)
    }

    @Test func whatIsNotThereIsToldWithTheReason() throws {
        let (server, url) = try serving(files.write(Data("Hello".utf8), as: "a.mp3"))
        defer { server.stop() }
        let probe = try EngineProbe(.null(fast: true))
        probe.play(url + "x")
        #expect(probe.wait { if case .failed(_, .expired(let reason)) = $0 { reason.contains("404") } else { false } })
        probe.play(url, ticket: 2)
        #expect(probe.wait(for: .failed(Ticket(rawValue: 2), .unplayable(reason: "isn't audio that mood knows"))))
    }

    @Test func itIsStalledWhileNothingComes() throws {
        let path = try sweep(seconds: 30, as: "a.mp3")
        let bytes = [UInt8](try files.read("a.mp3"))
        let goesOn = Lock(false)
        let server = ScriptedServer { exchange in
            serve(bytes, exchange, upTo: 100_000)
            goesOn.wait { $0 ? () : nil }
            exchange.send(Array(bytes[100_000...]))
        }
        defer { server.stop() }
        let out = files.path("out.pcm")
        let probe = try EngineProbe(.file(out))
        probe.play(server.url("/a.mp3"))
        // A file takes everything at once, and so waits for each piece; what counts is the last one.
        #expect(probe.wait { _ in probe.engine.timeline.map { $0.position > 6 && !$0.isRunning } == true })
        #expect(probe.all.contains { if case .stalled = $0 { true } else { false } })
        probe.forget()
        goesOn.withLock { $0 = true }
        goesOn.wakeAll()
        #expect(probe.wait(for: .ended(1)))
        #expect(probe.all.contains(.written(1)))
        #expect(try floats(out) == decode(path).1)
    }

    @Test func whatFollowsIsAskedForBeforeItsTime() throws {
        let parts = try (0..<3).map { try sweep(seconds: 3 + $0, as: "\($0).mp3") }
        let server = try NginxServer()
        defer { server.stop() }
        for part in parts {
            let name = URL(filePath: part).lastPathComponent
            try FileManager.default.copyItem(atPath: part, toPath: server.root.appending(path: name).path)
        }
        let out = files.path("out.pcm")
        let fifo = files.path("fifo")
        try files.call(["mkfifo", fifo])
        let reader = Process()
        reader.executableURL = URL(filePath: "/bin/sh")
        // A reader at some pace leaves the time that a listener would.
        reader.arguments = [
            "-c", "while dd bs=200000 count=1 iflag=fullblock 2>/dev/null; do sleep 0.3; done <\(fifo) >\(out)",
        ]
        try reader.run()
        defer { reader.terminate() }
        let probe = try EngineProbe(
            .pipe(path: fifo, encoding: .float, format: AudioFormat(rate: 44_100, channels: 2)),
            followers: [2: server.url("1.mp3"), 3: server.url("2.mp3")])
        probe.play(server.url("0.mp3"))
        #expect(probe.wait(for: .ended(3), 30))
        #expect(probe.marks == [.started(1), .started(2), .started(3), .ended(3)])
    }

    @Test(arguments: [(["flac", "-s", "-o", "OUT", "IN"], "a.flac"), (["oggenc", "-Q", "-o", "OUT", "IN"], "a.ogg")])
    func whatMustBeWholeIsFetchedFirst(encoder: [String], name: String) throws {
        try files.call([
            "sox", "-qn", "-r", "44100", "-c", "2", "-b", "16", files.path("in.wav"), "synth", "8", "pinknoise",
        ])
        let words = ["IN": files.path("in.wav"), "OUT": files.path(name)]
        try files.call(encoder.map { words[$0] ?? $0 })
        let (server, url) = try serving(files.path(name), locations: "limit_rate 400k;")
        defer { server.stop() }
        let out = files.path("out.pcm")
        let probe = try EngineProbe(.file(out))
        probe.play(url)
        #expect(probe.wait(for: .ended(1), 20))
        #expect(try floats(out) == decode(files.path(name)).1)
        #expect(probe.engine.timeline?.buffered == 1)
    }

    @Test func tagsBehindTheSoundAreNotHeard() throws {
        _ = try sweep(seconds: 5, as: "a.mp3", ["-b", "128", "-t"])
        let tag =
            Data("APETAGEX".utf8) + Data([0xD0, 7, 0, 0, 0x2B, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0x80]) + Data(count: 8)
        let last = Data("TAG".utf8) + Data(count: 125)
        let path = try files.write(try files.read("a.mp3") + tag + Data(count: 267) + tag + last, as: "tagged.mp3")
        let (server, url) = try serving(path)
        defer { server.stop() }
        let out = files.path("out.pcm")
        let probe = try EngineProbe(.file(out))
        probe.play(url)
        #expect(probe.wait(for: .ended(1)))
        #expect(try floats(out) == decode(path).1)
    }

    @Test func aPlaylistLeadsToWhatPlays() throws {
        let path = try sweep(seconds: 2, as: "a.mp3")
        let (server, url) = try serving(path)
        defer { server.stop() }
        for (name, text) in [
            "list.m3u": "http://127.0.0.1:1/dead.mp3\na.mp3\n", "list": "[playlist]\nFile1=\(server.url("list.m3u"))\n",
            "circle.m3u": "circle.m3u\n", "film.m3u": "#EXTM3U\n#EXT-X-TARGETDURATION:10\nseg.ts\n",
        ] {
            try Data(text.utf8).write(to: server.root.appending(path: name))
        }
        let out = files.path("out.pcm")
        let probe = try EngineProbe(.file(out))
        probe.play(server.url("list"))
        #expect(probe.wait(for: .ended(1), 20))
        #expect(try floats(out) == decode(path).1)
        probe.play(server.url("circle.m3u"), ticket: 2)
        #expect(
            probe.wait(for: .failed(Ticket(rawValue: 2), .unplayable(reason: "is a playlist that leads to itself"))))
        probe.play(server.url("film.m3u"), ticket: 3)
        #expect(probe.wait(for: .failed(Ticket(rawValue: 3), .unplayable(reason: "HLS isn't supported"))))
        _ = url
    }
}
