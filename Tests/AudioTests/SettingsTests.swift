import Foundation
import Media
import Playback
import TestSupport
import Testing

@testable import Audio

/// ReplayGain and crossfade, which change samples.
@Suite struct SettingsTests {
    let files: SoundFiles

    init() throws {
        files = try SoundFiles()
    }

    @Test(
        arguments: [
            (-6.02, nil, nil, 0.5, 0.5), (6.02, 0.25, nil, 2, 2), (6.02, 0.8, nil, 1.25, 1.25),
            (6.02, nil, nil, 1, 1), (-6.02, 1, -12.04, 0.5, 0.25), (nil, nil, -6.02, 0.5, 0.5), (nil, nil, nil, 1, 1),
        ] as [(Double?, Double?, Double?, Float, Float)])
    func noGainCutsThePeak(gain: Double?, peak: Double?, albumGain: Double?, track: Float, album: Float) {
        var figures = ReplayGain()
        figures.trackGain = gain
        figures.trackPeak = peak
        figures.albumGain = albumGain
        #expect(abs(figures.factor(.track) - track) < 0.001)
        #expect(abs(figures.factor(.album) - album) < 0.001)
        #expect(figures.factor(.off) == 1)
    }

    @Test(
        arguments: [
            (-6.02, 0.25, 6.02, 1), (-6.02, 0.25, -6.02, 0.25), (-6.02, 0.5, 15, 2), (-6.02, nil, 15, 1),
            (nil, 0.25, 15, 1),
        ] as [(Double?, Double?, Double, Float)])
    func aPreampCountsWhereThereIsAGain(gain: Double?, peak: Double?, preamp: Double, factor: Float) {
        var figures = ReplayGain()
        figures.trackGain = gain
        figures.trackPeak = peak
        #expect(abs(figures.factor(.track, preamp: preamp) - factor) < 0.001)
        #expect(figures.factor(.off, preamp: preamp) == 1)
    }

    /// A tone of -6 dB with an ID3v2 tag that tells a gain.
    private func tagged(_ name: String, gain: String) throws -> String {
        let path = try files.tone(440, seconds: 2, as: name)
        let frame = Data("\u{3}replaygain_track_gain\u{0}\(gain)".utf8)
        let tag =
            Data("ID3".utf8) + Data([3, 0, 0, 0, 0, 0, UInt8(frame.count + 10)]) + Data("TXXX".utf8)
            + Data([0, 0, 0, UInt8(frame.count), 0, 0]) + frame
        return try files.write(tag + Data(contentsOf: URL(filePath: path)), as: "tagged-" + name)
    }

    private func level(_ frequency: Double, in samples: [Float]) -> Double {
        amplitude(frequency, in: first(of: samples, channels: 2)[10_000..<54_100])
    }

    @Test func aTagsGainIsHeard() throws {
        let path = try tagged("a.mp3", gain: "-6.02 dB")
        let out = files.path("out.pcm")
        let probe = try EngineProbe(.file(out))
        probe.engine.adopt(AudioSettings(replayGain: .track))
        probe.play(path)
        #expect(probe.wait(for: .ended(1)))
        #expect(abs(try level(440, in: floats(out)) / level(440, in: decode(path).1) - 0.5) < 0.001)
    }

    @Test func aTagsGainIsHeardFromAnAddress() throws {
        let path = try tagged("a.mp3", gain: "-6.02 dB")
        let server = ScriptedServer { serve([UInt8]((try? Data(contentsOf: URL(filePath: path))) ?? Data()), $0) }
        defer { server.stop() }
        let out = files.path("out.pcm")
        let probe = try EngineProbe(.file(out))
        probe.engine.adopt(AudioSettings(replayGain: .track))
        probe.play(server.url())
        #expect(probe.wait(for: .ended(1)))
        #expect(abs(try level(440, in: floats(out)) / level(440, in: decode(path).1) - 0.5) < 0.001)
    }

    /// Two tones through a crossfade of two seconds.
    private func crossfaded(sequel: Bool) throws -> (samples: [Float], probe: EngineProbe) {
        let one = try files.tone(440, seconds: 6, as: "one.mp3")
        let two = try files.tone(1000, seconds: 6, as: "two.mp3")
        let out = files.path("out.pcm")
        let probe = try EngineProbe(.file(out))
        probe.engine.adopt(AudioSettings(crossfade: 2))
        var follower = EngineProbe.cue(two, ticket: 2)
        follower.isSequel = sequel
        probe.engine.post(.follow(follower))
        probe.engine.post(.play(EngineProbe.cue(one, ticket: 1), paused: false))
        probe.engine.post(.follow(follower))
        #expect(probe.wait(for: .ended(2)))
        return (first(of: try floats(out), channels: 2), probe)
    }

    @Test func oneTrackFadesIntoTheNext() throws {
        let (samples, probe) = try crossfaded(sequel: false)
        #expect(samples.count == 10 * 44_100)
        #expect(probe.marks == [.started(1), .started(2), .ended(2)])
        // A share of what the tone is by itself.
        func share(_ frequency: Double, at seconds: Double) -> Double {
            let stretch = samples[Int((seconds - 0.05) * 44_100)..<Int((seconds + 0.05) * 44_100)]
            let alone = frequency == 440 ? samples[44_100..<48_510] : samples[400_000..<404_410]
            return amplitude(frequency, in: stretch) / amplitude(frequency, in: alone)
        }
        #expect(share(440, at: 3.9) > 0.98 && share(1000, at: 3.9) < 0.02)
        #expect(abs(share(440, at: 5) - 0.5) < 0.05 && abs(share(1000, at: 5) - 0.5) < 0.05)
        #expect(share(440, at: 6.1) < 0.02 && share(1000, at: 6.1) > 0.98)
    }

    @Test func whatBelongsTogetherStaysAsItIs() throws {
        let (samples, _) = try crossfaded(sequel: true)
        #expect(samples.count == 12 * 44_100)
    }

    @Test func anEditTakesAFadeBackThatWasNotHeard() throws {
        let one = try files.tone(440, seconds: 4, as: "one.mp3")
        let two = try files.tone(1000, seconds: 4, as: "two.mp3")
        let probe = try EngineProbe(.null(fast: false))
        probe.engine.adopt(AudioSettings(crossfade: 1))
        probe.play(one, start: 1.5)
        probe.follow(two, ticket: 2)
        #expect(probe.wait(for: .started(1)))
        probe.engine.post(.follow(nil))
        #expect(probe.wait(for: .ended(1)))
        #expect(probe.engine.timeline?.position == 4)
        #expect(!probe.all.contains(.started(2)))
    }
}
