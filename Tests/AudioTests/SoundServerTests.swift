import EventLoop
import Foundation
import Playback
import TestSupport
import Testing

@testable import Audio

/// The engine on real sound servers, as heard through the monitor of a null sink.
@Suite(.serialized, .timeLimit(.minutes(2))) struct SoundServerTests {
    let files: SoundFiles
    /// Ten seconds of 440 Hz, then ten of 880.
    let scale: String

    init() throws {
        files = try SoundFiles()
        scale = try files.encode(
            SoundFiles.sine(440, seconds: 10) + SoundFiles.sine(880, seconds: 10), as: "scale", ["-b", "128"])
    }

    /// Runs a body with a server, an engine and a recorder that is past the monitor's silent beginning.
    ///
    /// The server serves other tests too, unless the test would leave its mark on it.
    func with(
        _ kind: SoundServer.Kind, ownServer: Bool = false, releaseDelay: Double = 180,
        _ body: (SoundServer, EngineProbe, SoundRecorder) throws -> Void
    ) throws {
        let bench: SoundBench
        do {
            bench = try ownServer ? SoundBench(kind) : SoundBench.shared(kind)
        } catch {
            return print("not run on \(kind): \(error)")
        }
        setenv("PULSE_SERVER", bench.server.address, 1)
        let probe = try EngineProbe(.pulse(sink: nil, buffer: 2), releaseDelay: releaseDelay)
        try body(bench.server, probe, bench.recorder)
    }

    /// What is heard from now on for a while, once what is on its way has passed.
    func listen(_ recorder: SoundRecorder, after delay: Double = 0.5, seconds: Double = 0.5) -> [Float] {
        recorder.record(seconds: delay)
        let start = recorder.record(seconds: seconds)
        return Array(recorder.samples(from: start).prefix(Int(seconds * 44_100)))
    }

    @Test(arguments: SoundServer.Kind.allCases) func whatIsOrderedIsHeard(_ kind: SoundServer.Kind) throws {
        try with(kind) { server, probe, recorder in
            probe.play(scale)
            #expect(probe.wait(for: .started(1)))
            #expect(abs(amplitude(440, in: listen(recorder)) - 0.5) < 0.05)

            probe.engine.post(.pause)
            #expect(listen(recorder).allSatisfy { abs($0) < 0.001 })
            let place = try #require(probe.engine.timeline)
            #expect(!place.isRunning)
            probe.engine.post(.resume)
            #expect(amplitude(440, in: listen(recorder)) > 0.45)
            let later = try #require(probe.engine.timeline)
            #expect(later.isRunning && later.position(at: monotonicTime()) > place.position + 0.3)

            probe.play(scale, ticket: 2, entry: 1, start: 12)
            #expect(probe.wait(for: .started(2)))
            #expect(amplitude(880, in: listen(recorder)) > 0.45)
            let position = try #require(probe.engine.timeline).position(at: monotonicTime())
            #expect(abs(position - 13) < 0.4)

            probe.engine.post(.volume(level: 50, muted: false))
            // What a mixer shows as half is an eighth of the amplitude.
            #expect(abs(amplitude(880, in: listen(recorder)) - 0.0625) < 0.01)
            let input = try server.control(["list", "short", "sink-inputs"]).prefix { $0 != "\t" }
            try server.control(["set-sink-input-volume", String(input), "70%"])
            #expect(probe.waitForVolume(70, muted: false))
            for level in 1...100 { probe.engine.post(.volume(level: level, muted: false)) }
            #expect(
                !probe.wait(
                    0.5, for: { if case .volume(let level, _, _) = $0 { level != 70 && level != 100 } else { false } }))
        }
    }

    @Test(arguments: SoundServer.Kind.allCases) func aNameOfAnyLengthDisturbsNothing(_ kind: SoundServer.Kind) throws {
        try with(kind) { server, probe, recorder in
            let name = String(repeating: "Ünendlich ", count: 7000)
            probe.play(scale, caption: name)
            #expect(probe.wait(for: .started(1)))
            probe.play(scale, ticket: 2, entry: 1, start: 12, caption: "Zwei " + name)
            #expect(probe.wait(for: .started(2)))
            #expect(amplitude(880, in: listen(recorder)) > 0.45)
            let inputs = try server.control(["list", "sink-inputs"])
            #expect(inputs.contains("\"Zwei Ünendlich"))
            #expect(!probe.all.contains { if case .stalled(_, .output) = $0 { true } else { false } })
        }
    }

    @Test(arguments: SoundServer.Kind.allCases) func tracksFollowWithoutAGap(_ kind: SoundServer.Kind) throws {
        let sine = SoundFiles.sine(441, seconds: 6)
        let parts = [
            try files.encode(Array(sine[..<(3 * 88_200)]), as: "a", ["-b", "192"]),
            try files.encode(Array(sine[(3 * 88_200)...]), as: "b", ["-b", "192"]),
        ]
        try with(kind) { _, probe, recorder in
            let start = recorder.count
            probe.play(parts[0])
            probe.follow(parts[1], ticket: 2)
            #expect(probe.wait(for: .ended(2)))
            recorder.record(seconds: 0.5)
            let sound = recorder.samples(from: start).split(maxSplits: 1) { abs($0) > 0.3 }.last ?? []
            let last = sound.lastIndex { abs($0) > 0.3 } ?? 0
            let length = last - sound.startIndex
            #expect(abs(Double(length) / 44_100 - 6) < 0.05)
            // A period of 100 frames: every half of one reaches the top.
            var quiet = 0
            var longest = 0
            for sample in sound[...last] {
                quiet = abs(sample) > 0.3 ? 0 : quiet + 1
                longest = max(longest, quiet)
            }
            #expect(longest < 40)
        }
    }

    @Test(arguments: SoundServer.Kind.allCases) func whatIsWrittenAndUnheardCanBeReplaced(
        _ kind: SoundServer.Kind
    ) throws {
        let first = try files.tone(440, seconds: 3, as: "a")
        let second = try files.tone(880, seconds: 5, as: "b")
        let third = try files.tone(1320, seconds: 5, as: "c")
        try with(kind) { _, probe, recorder in
            probe.play(first)
            probe.follow(second, ticket: 2)
            #expect(probe.wait(for: .started(1)))
            recorder.record(seconds: 1.6)
            // The second lies in the server's buffer by now.
            var start = recorder.count
            probe.follow(third, ticket: 3)
            #expect(probe.wait(for: .started(3)))
            #expect(amplitude(1320, in: listen(recorder, after: 0.2)) > 0.45)
            #expect(loudest(880, in: recorder.samples(from: start)) < 0.05)
            #expect(!probe.all.contains(.started(2)))

            // Silence is to follow, and nothing of the second is heard.
            probe.play(first, ticket: 4, start: 1)
            probe.follow(second, ticket: 5)
            #expect(probe.wait(for: .started(4)))
            recorder.record(seconds: 1)
            start = recorder.count
            probe.engine.post(.follow(nil))
            #expect(probe.wait(for: .ended(4)))
            #expect(listen(recorder, after: 0.1).allSatisfy { abs($0) < 0.001 })
            #expect(loudest(880, in: recorder.samples(from: start)) < 0.05)

            // Back in the first, which then is followed all the same.
            probe.play(first, ticket: 6, start: 1)
            probe.follow(second, ticket: 7)
            #expect(probe.wait(for: .started(6)))
            recorder.record(seconds: 1)
            start = recorder.count
            probe.play(first, ticket: 8, start: 1.5)
            probe.follow(second, ticket: 9)
            #expect(probe.wait(for: .started(8)))
            #expect(amplitude(440, in: listen(recorder, after: 0.2)) > 0.45)
            #expect(probe.wait(for: .started(9)))
            #expect(amplitude(880, in: listen(recorder, after: 0.2)) > 0.45)
        }
    }

    /// The loudest a frequency gets in any tenth of a second.
    private func loudest(_ frequency: Double, in samples: [Float]) -> Double {
        stride(from: 0, to: samples.count - 4410, by: 4410).map { amplitude(frequency, in: samples[$0..<$0 + 4410]) }
            .max() ?? 0
    }

    @Test(arguments: SoundServer.Kind.allCases) func aTrackOfAnotherFormatFollows(_ kind: SoundServer.Kind) throws {
        let first = try files.tone(440, seconds: 2.5, as: "a")
        let second = try files.tone(880, seconds: 4, as: "b", rate: 48_000, channels: 1, ["-b", "96"])
        try with(kind) { _, probe, recorder in
            let start = recorder.count
            probe.play(first)
            probe.follow(second, ticket: 2)
            #expect(probe.wait(for: .started(2)))
            #expect(amplitude(880, in: listen(recorder)) > 0.4)
            let sound = recorder.samples(from: start).drop { abs($0) < 0.3 }
            let tenths = stride(from: sound.startIndex, to: sound.endIndex - 4410, by: 4410).map {
                sound[$0..<$0 + 4410]
            }
            #expect(tenths.allSatisfy { $0.contains { abs($0) > 0.2 } }, "silent for less than a tenth of a second")
        }
    }

    @Test(arguments: SoundServer.Kind.allCases) func aServerThatDiesIsWaitedFor(_ kind: SoundServer.Kind) throws {
        try with(kind, ownServer: true) { server, probe, recorder in
            probe.play(scale)
            #expect(probe.wait(for: .started(1)))
            recorder.record(seconds: 1)
            // It was stalled before, too, until the server answered first.
            probe.forget()
            server.kill()
            #expect(probe.wait { if case .stalled = $0 { true } else { false } })
            let place = try #require(probe.engine.timeline)
            #expect(!place.isRunning && place.position > 0.8 && place.position < 2.5, "\(place)")
            probe.forget()
            try server.start()
            #expect(probe.wait(for: .started(1)), "\(probe.all)")
            let resumed = try #require(probe.engine.timeline)
            #expect(abs(resumed.position - place.position) < 0.5)
            #expect(amplitude(440, in: listen(try SoundRecorder(server), after: 3)) > 0.45)
        }
    }

    @Test func whatRanDryGoesOnWhereItStopped() throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: scale)))
        let goesOn = Lock(false)
        let web = ScriptedServer { exchange in
            serve(bytes, exchange, upTo: 40_000)
            goesOn.wait { $0 ? () : nil }
            exchange.send(Array(bytes[40_000...]))
        }
        defer { web.stop() }
        try with(.pulseaudio) { _, probe, _ in
            probe.play(web.url("/scale.mp3"))
            #expect(probe.wait(for: .started(1)))
            probe.forget()
            #expect(probe.wait { if case .stalled = $0 { true } else { false } })
            let place = try #require(probe.engine.timeline)
            #expect(!place.isRunning && place.position > 2.2 && place.position <= 2.5, "all that came was heard")
            probe.forget()
            goesOn.withLock { $0 = true }
            goesOn.wakeAll()
            #expect(probe.wait(for: .written(1)))
            #expect(probe.wait { _ in probe.engine.timeline?.isRunning == true })
            #expect(probe.engine.timeline.map { abs($0.position - place.position) < 1 } == true)
        }
    }

    @Test func nothingTicksWhileNothingPlays() throws {
        try with(.pulseaudio) { _, probe, recorder in
            probe.play(scale)
            #expect(probe.wait(for: .started(1)))
            recorder.record(seconds: 2.2)
            let playing = try switches(over: 3)
            #expect(playing <= 30, "\(playing) in three seconds")
            probe.engine.post(.pause)
            recorder.record(seconds: 0.5)
            #expect(try switches(over: 3) == 0, "paused")
            probe.engine.post(.stop)
            recorder.record(seconds: 0.5)
            #expect(try switches(over: 3) == 0, "stopped")
        }
    }

    /// How often the audio thread went to sleep, and so was woken; how often others took the CPU from it says nothing.
    func switches(over seconds: Double) throws -> Int {
        func count() throws -> Int {
            var sum = 0
            for task in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") {
                let folder = "/proc/self/task/\(task)/"
                guard Places.contents(folder + "comm") == Data("audio\n".utf8) else { continue }
                let status = String(decoding: Places.contents(folder + "status"), as: UTF8.self)
                for line in status.split(separator: "\n") where line.hasPrefix("voluntary_ctxt_switches") {
                    sum += line.split(separator: "\t").last.flatMap { Int($0) } ?? 0
                }
            }
            return sum
        }
        let start = try count()
        usleep(UInt32(seconds * 1e6))
        return try count() - start
    }
}
