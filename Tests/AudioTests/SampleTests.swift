import Foundation
import Playback
import TestSupport
import Testing

@testable import Audio

/// No sample is lost or added, between tracks or after a seek.
@Suite(.timeLimit(.minutes(2))) struct SampleTests {
    let files: SoundFiles

    init() throws {
        files = try SoundFiles()
    }

    /// An album cut from one long sweep, at places that are no multiple of any frame.
    private func album() throws -> (parts: [String], frames: Int) {
        var phase = 0.0
        let sweep = (0..<300_001).flatMap { frame -> [Int16] in
            phase += 2 * .pi * (200 + Double(frame) / 300) / 44_100
            return [Int16(12_000 * sin(phase)), Int16(9000 * cos(phase))]
        }
        let cuts = [0, 100_003, 130_010, 300_001]
        let parts = try zip(cuts, cuts.dropFirst()).enumerated().map { index, cut in
            try files.encode(Array(sweep[(cut.0 * 2)..<(cut.1 * 2)]), as: "part\(index)", ["-b", "192"])
        }
        return (parts, 300_001)
    }

    private func floats(_ name: String) throws -> [Float] {
        try files.read(name).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    @Test func anAlbumComesOutAsOnePiece() throws {
        let (parts, frames) = try album()
        let path = files.path("out.pcm")
        let probe = try EngineProbe(
            .pipe(path: path, encoding: .float, format: AudioFormat(rate: 44_100, channels: 2)),
            followers: [2: parts[1], 3: parts[2]])
        probe.play(parts[0])
        #expect(probe.wait(for: .ended(3)))
        let played = try floats("out.pcm")
        #expect(played.count == 2 * frames)
        var apart: [Float] = []
        for part in parts {
            apart += try files.call(["mpg123", "-q", "-s", "-e", "f32", part]).withUnsafeBytes {
                Array($0.bindMemory(to: Float.self))
            }
        }
        #expect(played == apart)
        #expect(probe.marks == [.started(1), .started(2), .started(3), .ended(3)])
    }

    @Test func aPipeOfOneFormatTakesTracksOfAll() throws {
        let stereo = try files.tone(440, seconds: 2, as: "stereo")
        let mono = try files.tone(440, seconds: 2, as: "mono", rate: 22_050, channels: 1)
        let path = files.path("out.pcm")
        let probe = try EngineProbe(
            .pipe(path: path, encoding: .s16, format: AudioFormat(rate: 44_100, channels: 2)),
            followers: [2: mono, 3: stereo])
        probe.play(stereo)
        #expect(probe.wait(for: .ended(3)))
        let samples = try files.read("out.pcm").withUnsafeBytes {
            $0.bindMemory(to: Int16.self).map { Float($0) / 32_768 }
        }
        #expect(abs(samples.count / 2 - 6 * 44_100) < 200)
        for second in 0..<6 {
            let stretch = first(of: samples, channels: 2)[(second * 44_100 + 2000)...].prefix(40_000)
            #expect(amplitude(440, in: stretch) > 0.45, "second \(second)")
        }
    }

    @Test func aResamplerGivesBackTheLastSamples() throws {
        for rate in [8000, 22_050, 48_000, 96_000, 192_000] {
            let converter = try #require(
                SampleConverter(
                    from: AudioFormat(rate: rate, channels: 1), to: AudioFormat(rate: 44_100, channels: 2),
                    encoding: .float))
            // Silence that ends with a click.
            let click = [Float](repeating: 0, count: rate - 3) + [1, 1, 1]
            let bytes = click.withUnsafeBufferPointer(converter.convert) + converter.finish()
            let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
            let sum = first(of: samples, channels: 2).reduce(0, +) * Float(rate) / 44_100
            #expect(abs(sum - 3) < 0.05, "from \(rate) Hz")
            #expect(converter.finish().isEmpty)
        }
    }

    @Test func theVolumeIsInAPipesSamples() throws {
        let tone = try files.tone(440, seconds: 2, as: "tone")
        let whole = try decode(tone).1
        for (level, muted, expected): (Int, Bool, Float) in [(50, false, 0.125), (100, true, 0), (100, false, 1)] {
            let path = files.path("\(level) \(muted)")
            let probe = try EngineProbe(
                .pipe(path: path, encoding: .s16, format: AudioFormat(rate: 44_100, channels: 2)))
            probe.engine.post(.volume(level: level, muted: muted))
            probe.play(tone)
            #expect(probe.wait(for: .ended(1)))
            let samples = try Data(contentsOf: URL(filePath: path)).withUnsafeBytes {
                $0.bindMemory(to: Int16.self).map { Float($0) / 32_768 }
            }
            let difference = zip(samples, whole).map { abs($0 - $1 * expected) }.max() ?? 1
            #expect(samples.count == whole.count && difference < 1 / 32_768, "\(level), muted: \(muted)")
        }
    }

    @Test func aFIFOIsPacedByItsReader() throws {
        let tone = try files.tone(440, seconds: 3, as: "tone")
        let path = files.path("fifo")
        try files.call(["mkfifo", path])
        let probe = try EngineProbe(
            .pipe(path: path, encoding: .s16, format: AudioFormat(rate: 44_100, channels: 2)))
        probe.play(tone)
        #expect(probe.wait(for: .started(1)))
        #expect(!probe.wait(0.3, for: { $0 == .ended(1) }), "nobody reads")
        let reader = try #require(FileHandle(forReadingAtPath: path))
        var count = 0
        while count < 3 * 44_100 * 4 { count += reader.availableData.count }
        #expect(count == 3 * 44_100 * 4)
        #expect(probe.wait(for: .ended(1)))
    }

    struct Seek: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rate: Int
        let channels: Int
        let options: [String]
        /// The largest difference that is allowed.
        let tolerance: Float
    }

    static let seeks = [
        Seek(testDescription: "128 kbit/s", rate: 44_100, channels: 2, options: ["-b", "128"], tolerance: 0),
        Seek(testDescription: "V0", rate: 44_100, channels: 2, options: ["-V", "0"], tolerance: 0),
        Seek(
            testDescription: "32 kbit/s", rate: 44_100, channels: 2, options: ["-b", "32", "--resample", "44.1"],
            tolerance: 0),
        Seek(
            testDescription: "V9 without a header", rate: 44_100, channels: 2,
            options: ["-V", "9", "--resample", "44.1", "-t"], tolerance: 0),
        Seek(testDescription: "mono", rate: 44_100, channels: 1, options: ["-b", "64"], tolerance: 1 / 32_768),
        Seek(
            testDescription: "MPEG 2, 8 kbit/s", rate: 22_050, channels: 1,
            options: ["-b", "8", "--resample", "22.05"],
            tolerance: 1 / 32_768),
    ]

    @Test(arguments: seeks) func aSeekFindsTheVerySample(_ seek: Seek) throws {
        // Noise shows every difference; a fixed seed, so that a failure can be had again.
        var generator = Noise(seed: 7)
        let noise = (0..<(seek.rate * 5 * seek.channels)).map { _ in Int16.random(in: -9000...9000, using: &generator)
        }
        let path = try files.encode(noise, as: "noise", rate: seek.rate, channels: seek.channels, seek.options)
        let whole = try decode(path).1
        let frames = whole.count / seek.channels
        for frame in [1, 1151, 44_100, frames / 2 + 1, frames - 1] {
            for surveyed in [false, true] {
                let rest = try decode(path, from: Int64(frame), surveyed: surveyed).1
                let expected = whole[(frame * seek.channels)...]
                #expect(rest.count == expected.count, "from \(frame)")
                let difference = zip(rest, expected).map { abs($0 - $1) }.max() ?? 0
                #expect(difference <= seek.tolerance, "from \(frame), surveyed: \(surveyed)")
            }
        }
        #expect(try decode(path, from: Int64(frames) + 10_000).1.isEmpty, "behind the end there is nothing")
    }

    @Test func aSeekWhilePlayingComesOutAtTheVerySample() throws {
        let path = try album().parts[0]
        let output = files.path("out.pcm")
        let probe = try EngineProbe(
            .pipe(path: output, encoding: .float, format: AudioFormat(rate: 44_100, channels: 2)))
        probe.play(path, start: 50_000 / 44_100)
        #expect(probe.wait(for: .ended(1)))
        #expect(try floats("out.pcm") == Array(decode(path).1[100_000...]))
    }
}

/// SplitMix64.
struct Noise: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
