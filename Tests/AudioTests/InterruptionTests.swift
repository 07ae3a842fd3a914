import Foundation
import Playback
import TestSupport
import Testing

@testable import Audio

/// What comes between the engine and the ear: a device that sleeps, a call, a long pause, other tracks.
extension SoundServerTests {
    /// Noise, every stretch of which is found again in what is recorded.
    private func noise(seconds: Double, seed: UInt64, as name: String) throws -> (path: String, samples: [Float]) {
        var generator = Noise(seed: seed)
        let noise = (0..<Int(seconds * 88_200)).map { _ in Int16.random(in: -9000...9000, using: &generator) }
        let path = try files.encode(noise, as: name, ["-b", "128"])
        return (path, first(of: try decode(path).1, channels: 2))
    }

    /// PipeWire wakes a device at once for a stream that plays.
    @Test func aSuspendedSinkHoldsThePlace() throws {
        let noise = try noise(seconds: 8, seed: 1, as: "noise")
        try with(.pulseaudio) { server, probe, recorder in
            func isStalled(_ report: EngineReport) -> Bool { if case .stalled = report { true } else { false } }
            probe.play(noise.path)
            #expect(probe.wait(for: .started(1)))
            recorder.record(seconds: 1)
            probe.forget()
            try server.control(["suspend-sink", "test", "1"])
            #expect(probe.wait(for: isStalled))
            usleep(200_000)
            let held = probe.position
            usleep(500_000)
            #expect(probe.position == held && probe.engine.timeline?.isRunning == false)
            #expect(held > 0.9 && held < 2)
            try server.control(["suspend-sink", "test", "0"])
            #expect(probe.wait(for: .written(1)))
            recorder.record(seconds: 1)
            #expect(probe.position > held + 0.5 && probe.position < held + 2)

            // The end comes when it is heard, not before.
            probe.play(noise.path, ticket: 2, start: 7)
            #expect(probe.wait(for: .started(2)))
            recorder.record(seconds: 0.3)
            try server.control(["suspend-sink", "test", "1"])
            #expect(probe.wait(for: isStalled))
            #expect(!probe.wait(3.5, for: { $0 == .ended(2) }))
            probe.forget()
            try server.control(["suspend-sink", "test", "0"])
            #expect(probe.wait(for: .ended(2)))

            // One that sleeps from the beginning.
            try server.control(["suspend-sink", "test", "1"])
            probe.forget()
            probe.play(noise.path, ticket: 3)
            #expect(probe.wait(for: isStalled))
            // Whether samples were written before the server told that it sleeps, is chance.
            #expect(probe.all.last { $0 == .written(3) || isStalled($0) }.map(isStalled) == true)
            try server.control(["suspend-sink", "test", "0"])
            #expect(probe.wait(for: .started(3)))
        }
    }

    @Test func aCallIsReportedAndIsNoChangeOfTheVolume() throws {
        let call = try files.write(Data(count: 44_100 * 4), as: "call.raw")
        try with(.pulseaudio, ownServer: true) { server, probe, recorder in
            try server.control(["load-module", "module-role-cork"])
            probe.engine.post(.volume(level: 80, muted: false))
            probe.play(scale)
            #expect(probe.wait(for: .started(1)))
            let command = ["paplay", "--server", server.address, "--raw", "--property=media.role=phone", call]
            Thread.detachNewThread { [files] in _ = try? files.call(command) }
            #expect(probe.wait(for: .corked(true)))
            probe.engine.post(.pause)
            #expect(probe.wait(for: .corked(false)))
            probe.engine.post(.resume)
            #expect(amplitude(440, in: listen(recorder)) > 0.2)
            let volumes = probe.all.filter { if case .volume = $0 { true } else { false } }
            #expect(volumes == [])
        }
    }

    @Test func aStreamLetGoInAPauseGoesOnAtItsPlace() throws {
        let noise = try noise(seconds: 8, seed: 2, as: "noise")
        try with(.pulseaudio, releaseDelay: 0.4) { server, probe, recorder in
            let beginning = recorder.count
            probe.play(noise.path)
            #expect(probe.wait(for: .started(1)))
            recorder.record(seconds: 1)
            probe.engine.post(.pause)
            recorder.record(seconds: 0.3)
            #expect(try !server.control(["list", "short", "sink-inputs"]).isEmpty)
            let before = recorder.samples(from: beginning)
            recorder.record(seconds: 0.5)
            #expect(try server.control(["list", "short", "sink-inputs"]).isEmpty)
            #expect(try switches(over: 1) == 0)
            let held = Int((probe.position * 44_100).rounded())
            let pause = recorder.count
            probe.engine.post(.resume)
            recorder.record(seconds: 1)
            let after = recorder.samples(from: pause)
            let start = try #require(after.firstIndex { abs($0) > 0.01 })
            let next = try #require(place(of: after[start..<start + 2000], in: noise.samples))
            // The monitor misses the first moment of a new stream.
            #expect((0..<1323).contains(next - held))
            // What the monitor saw last is at most a portion of its sink further.
            let end = try #require(before.lastIndex { abs($0) > 0.01 })
            let last = try #require(place(of: before[(end - 2000)...end], in: noise.samples)) + 2000
            #expect(abs(next - last) < 2205)
        }
    }

    @Test func whatLiesInTheBufferCanBePlayedAtOnceFromItsFirstSample() throws {
        let parts = try (0..<3).map { try noise(seconds: 3, seed: 10 + UInt64($0), as: "part\($0)") }
        try with(.pulseaudio) { _, probe, recorder in
            for next in [1, 2] {
                let ticket = UInt32(next * 10)
                probe.play(parts[0].path, ticket: ticket)
                probe.follow(parts[1].path, ticket: ticket + 1)
                #expect(probe.wait(for: .started(ticket)))
                recorder.record(seconds: 1.6)
                let start = recorder.count
                probe.play(parts[next].path, ticket: ticket + 2)
                #expect(probe.wait(for: .started(ticket + 2)))
                recorder.record(seconds: 0.8)
                let heard = recorder.samples(from: start)
                #expect(place(of: parts[next].samples.prefix(20_000), in: heard) != nil, "part \(next)")
            }

            // Stop after current: the last sample is heard, and nothing behind it.
            probe.play(parts[0].path, ticket: 30)
            probe.follow(parts[1].path, ticket: 31)
            #expect(probe.wait(for: .started(30)))
            recorder.record(seconds: 1.6)
            let start = recorder.count
            probe.engine.post(.follow(nil))
            #expect(probe.wait(for: .ended(30)))
            recorder.record(seconds: 0.5)
            let heard = recorder.samples(from: start)
            let tail = try #require(place(of: parts[0].samples.suffix(5000), in: heard))
            #expect(heard[(tail + 5000)...].allSatisfy { $0 == 0 })
            #expect(!probe.all.contains(.started(31)))
        }
    }

    @Test func theServerShowsWhatIsHeard() throws {
        try with(.pulseaudio) { server, probe, recorder in
            func shows(_ title: String) throws -> Bool {
                let list = try server.control(["list", "sink-inputs"])
                return ["name", "title"].allSatisfy { list.contains("\tmedia.\($0) = \"\(title)\"\n") }
            }
            probe.play(scale)
            probe.play(scale, ticket: 2, start: 17, caption: "One - First")
            probe.follow(scale, ticket: 3, caption: "Zwei - Äpfel")
            #expect(probe.wait(for: .started(2)))
            let isShown = try shows("One - First")
            #expect(isShown)
            #expect(probe.wait(for: .started(3)))
            recorder.record(seconds: 0.1)
            #expect(try shows("Zwei - Äpfel"))
            probe.play(scale, ticket: 4)
            #expect(probe.wait(for: .started(4)))
            #expect(try shows("scale"))

            // Of an address it shows what its tags say, else its file's name; never the key that may be in it.
            let plain = try [UInt8](files.read("scale"))
            try files.call(["lame", "--quiet", "--tt", "Two", "--ta", "Art A", scale, files.path("tagged")])
            let tagged = try [UInt8](files.read("tagged"))
            let web = ScriptedServer { exchange in
                serve(exchange.target.hasPrefix("/plain") ? plain : tagged, exchange)
            }
            defer { web.stop() }
            probe.play(web.url("/tagged.mp3?key=secret"), ticket: 5)
            #expect(probe.wait(for: .started(5)))
            #expect(try shows("Art A - Two"))
            probe.play(web.url("/plain.mp3?key=secret"), ticket: 6)
            #expect(probe.wait(for: .started(6)))
            #expect(try shows("plain.mp3"))
        }
    }
}
