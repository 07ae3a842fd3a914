import Foundation
import Playback
import TestSupport
import Testing

@testable import Audio

/// FLAC, Vorbis, Opus, WAV and AIFF, made by the programs that people make them with.
@Suite struct SoundFormatTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        let rate: Int
        let channels: Int
        let isLossless: Bool
        /// The program that makes OUT from IN, a WAV file.
        let encoder: [String]
        var testDescription: String { "\(name), \(channels) channels" }
    }

    static let kinds = [
        Kind(name: "a.wav", rate: 44_100, channels: 2, isLossless: true, encoder: ["sox", "IN", "OUT"]),
        Kind(name: "a.aiff", rate: 44_100, channels: 2, isLossless: true, encoder: ["sox", "IN", "OUT"]),
        Kind(name: "a.flac", rate: 44_100, channels: 2, isLossless: true, encoder: ["flac", "-s", "-o", "OUT", "IN"]),
        Kind(name: "m.flac", rate: 48_000, channels: 1, isLossless: true, encoder: ["flac", "-s", "-o", "OUT", "IN"]),
        Kind(
            name: "a.ogg", rate: 44_100, channels: 2, isLossless: false, encoder: ["oggenc", "-Q", "-o", "OUT", "IN"]),
        Kind(
            name: "m.ogg", rate: 22_050, channels: 1, isLossless: false, encoder: ["oggenc", "-Q", "-o", "OUT", "IN"]),
        Kind(
            name: "a.opus", rate: 48_000, channels: 2, isLossless: false, encoder: ["opusenc", "--quiet", "IN", "OUT"]),
    ]

    /// Some seconds and a few samples, no two of which are alike for long.
    private static func samples(_ kind: Kind, seconds: Int = 3) -> [Int16] {
        let frames = kind.rate * seconds + 123
        return (0..<frames).flatMap { frame in
            let time = Double(frame) / Double(kind.rate)
            let value = Int16(9000 * sin(2 * .pi * (200 + 150 * time) * time))
            return (0..<kind.channels).map { $0 == 0 ? value : value / 2 }
        }
    }

    private func make(_ kind: Kind, in files: SoundFiles, _ samples: [Int16]) throws -> String {
        let raw = try files.write(samples.withUnsafeBytes { Data($0) }, as: "in.raw")
        try files.call([
            "sox", "-t", "raw", "-r", "\(kind.rate)", "-e", "signed", "-b", "16", "-c", "\(kind.channels)", raw,
            files.path("in.wav"),
        ])
        let words = ["IN": files.path("in.wav"), "OUT": files.path(kind.name)]
        try files.call(kind.encoder.map { words[$0] ?? $0 })
        return files.path(kind.name)
    }

    private func decoder(_ path: String) throws -> any Decoder {
        try DecoderOpening.decoder(for: FileSource(uri: path))
    }

    /// All frames from where the decoder is.
    private func decode(_ decoder: any Decoder, limit: Int = .max, frames: Int = 4096) -> [Float] {
        var all: [Float] = []
        var block = [Float](repeating: 0, count: frames * decoder.format.channels)
        while all.count < limit,
            case .frames(let count) = block.withUnsafeMutableBufferPointer({ decoder.decode(into: $0) })
        {
            all += block[..<(count * decoder.format.channels)]
        }
        return Array(all.prefix(limit))
    }

    @Test(arguments: kinds)
    func noSampleIsLostOrAdded(kind: Kind) throws {
        let files = try SoundFiles()
        let original = Self.samples(kind)
        let decoder = try decoder(make(kind, in: files, original))
        #expect(decoder.format == AudioFormat(rate: kind.rate, channels: kind.channels))
        #expect(decoder.length == Int64(original.count / kind.channels))
        let decoded = decode(decoder)
        #expect(decoded.count == original.count)
        if kind.isLossless {
            #expect(zip(decoded, original).allSatisfy { $0 == Float($1) / 32768 })
        }
    }

    @Test(arguments: kinds)
    func aSeekGivesTheVerySamples(kind: Kind) throws {
        let files = try SoundFiles()
        let path = try make(kind, in: files, Self.samples(kind))
        let whole = try decode(decoder(path))
        let decoder = try decoder(path)
        // What follows a seek in Opus converges on the unseeked decode, as its specification has it.
        let tolerance: Float = kind.name.hasSuffix("opus") ? 0x1p-9 : kind.isLossless ? 0 : 0x1p-20
        for frame in [100_000, 17, 0, 44_100, kind.rate * 3 + 100, 60_001] where frame < whole.count / kind.channels {
            try decoder.seek(to: Int64(frame))
            let expected = Array(whole[(frame * kind.channels)...].prefix(2000 * kind.channels))
            let got = decode(decoder, limit: expected.count)
            #expect(got.count == expected.count, "at frame \(frame)")
            let difference = zip(got, expected).map { abs($0 - $1) }.max() ?? 0
            #expect(difference <= tolerance, "at frame \(frame)")
        }
    }

    @Test func theNameOfAFileSaysNothing() throws {
        let files = try SoundFiles()
        let kind = Self.kinds[2]
        let path = try make(kind, in: files, Self.samples(kind))
        try FileManager.default.moveItem(atPath: path, toPath: files.path("b.mp3"))
        #expect(try decoder(files.path("b.mp3")).format.rate == 44_100)
        #expect(try TrackFacts.read(uri: files.path("b.mp3")).duration == Double(Self.samples(kind).count / 2) / 44_100)
    }

    @Test(arguments: [1000, 4096, 55_125], [300, 40_000])
    func whatLiesBehindADamagedSpotIsHeardAtItsTime(frames: Int, damage: Int) throws {
        let files = try SoundFiles()
        let original = Self.samples(Self.kinds[2], seconds: 20)
        var data = try Data(contentsOf: URL(filePath: make(Self.kinds[2], in: files, original)))
        let middle = data.count / 2
        for offset in 0..<damage { data[middle + offset] = UInt8(truncatingIfNeeded: offset &* 149 ^ offset >> 3) }
        let decoder = try decoder(files.write(data, as: "damaged.flac"))
        let decoded = decode(decoder, frames: frames)
        #expect(decoded.count == original.count)
        let wrong = zip(decoded, original).enumerated().filter { $1.0 != Float($1.1) / 32768 }.map(\.offset)
        #expect(!wrong.isEmpty)
        let longest = 4 * original.count * damage / data.count + 2 * 4 * 4096
        #expect((wrong.last ?? 0) - (wrong.first ?? 0) < longest)

        try decoder.seek(to: 700_000)
        #expect(decode(decoder, limit: 2000) == original[1_400_000..<1_402_000].map { Float($0) / 32768 })
    }

    @Test func flacInOggIsNamed() throws {
        let files = try SoundFiles()
        let kind = Kind(
            name: "a.oga", rate: 44_100, channels: 2, isLossless: true,
            encoder: ["flac", "-s", "--ogg", "-o", "OUT", "IN"])
        let path = try make(kind, in: files, Self.samples(kind))
        #expect(throws: PlaybackFailure.unplayable(reason: "Ogg FLAC isn't supported")) {
            try TrackFacts.read(uri: path)
        }
    }

    @Test(arguments: kinds)
    func aFileCutOffPlaysAsFarAsItGoes(kind: Kind) throws {
        let files = try SoundFiles()
        // Long enough for several pages of Ogg, of which a part may be missing.
        let original = Self.samples(kind, seconds: 20)
        _ = try make(kind, in: files, original)
        let data = try files.read(kind.name)
        let cut = try files.write(data.prefix(data.count / 2), as: "cut-" + kind.name)
        let decoded = try decode(decoder(cut)).count
        #expect(decoded > 0)
        #expect(decoded < original.count)
    }
}
