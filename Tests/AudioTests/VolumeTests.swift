import Foundation
import Playback
import TestSupport
import Testing

@testable import Audio

/// How loud it is, on real sound servers.
extension SoundServerTests {
    /// Whether a mixer shows this volume, as soon as what is on its way has arrived.
    private func mixer(_ server: SoundServer, shows wanted: String) throws -> Bool {
        for _ in 0..<30 {
            if try volume(server) == wanted { return true }
            usleep(100_000)
        }
        return try volume(server) == wanted
    }

    /// The volume of the only stream as a mixer shows it.
    private func volume(_ server: SoundServer) throws -> String {
        let list = try server.control(["list", "sink-inputs"])
        let volume = list.split(separator: "\n").first { $0.contains("Volume:") }?.split(separator: "%").first
        let percent = volume?.split(separator: " ").last.flatMap { Int($0) }
        return "\(try #require(percent)) %" + (list.contains("Mute: yes") ? ", muted" : "")
    }

    @Test(arguments: SoundServer.Kind.allCases) func theVolumeOrderedLastHolds(_ kind: SoundServer.Kind) throws {
        let mono = try files.tone(880, seconds: 4, as: "mono", rate: 48_000, channels: 1, ["-b", "96"])
        try with(kind, ownServer: true) { server, probe, recorder in
            // Ordered while the stream is being made.
            probe.play(scale)
            probe.engine.post(.volume(level: 60, muted: true))
            #expect(probe.wait(for: .started(1)))
            #expect(try mixer(server, shows: "60 %, muted"))

            for level in 1...100 { probe.engine.post(.volume(level: 101 - level + 36, muted: false)) }
            #expect(try mixer(server, shows: "37 %"))
            // A mixer's changes are adopted, also the first to a figure that was ordered here before.
            let input = try server.control(["list", "short", "sink-inputs"]).prefix { $0 != "\t" }
            recorder.record(seconds: 1)
            try server.control(["set-sink-input-volume", String(input), "50%"])
            #expect(probe.waitForVolume(50, muted: false))
            try server.control(["set-sink-input-mute", String(input), "1"])
            #expect(probe.waitForVolume(50, muted: true))

            // A new stream is never louder than the old.
            probe.engine.post(.volume(level: 50, muted: false))
            recorder.record(seconds: 0.5)
            let start = recorder.count
            probe.play(mono, ticket: 2)
            #expect(probe.wait(for: .started(2)))
            recorder.record(seconds: 0.5)
            let heard = recorder.samples(from: start)
            #expect((heard.map(abs).max() ?? 1) < 0.5 * 0.125 * 1.2)
            #expect((heard.suffix(10_000).map(abs).max() ?? 0) > 0.5 * 0.125 * 0.8)
            #expect(try mixer(server, shows: "50 %"))
        }
    }

    @Test(arguments: SoundServer.Kind.allCases) func whatFadedOutComesBackAtFullLevel(
        _ kind: SoundServer.Kind
    ) throws {
        try with(kind) { server, probe, recorder in
            probe.play(scale)
            #expect(probe.wait(for: .started(1)))
            recorder.record(seconds: 0.5)
            probe.engine.post(.fadeOut(seconds: 0.5))
            #expect(listen(recorder, after: 1, seconds: 0.3).allSatisfy { abs($0) < 0.001 })
            let shown = try volume(server)
            #expect(shown == "100 %", "the stream's volume is the listener's")
            probe.engine.post(.pause)
            probe.engine.post(.resume)
            #expect(amplitude(440, in: listen(recorder)) > 0.45)
            probe.engine.post(.fadeOut(seconds: 0.3))
            recorder.record(seconds: 0.6)
            probe.play(scale, ticket: 2, start: 12)
            #expect(probe.wait(for: .started(2)))
            #expect(amplitude(880, in: listen(recorder)) > 0.45)
        }
    }
}
