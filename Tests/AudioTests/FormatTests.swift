import Foundation
import Playback
import TestSupport
import Testing

@testable import Audio

/// Every kind of MPEG audio plays, whole, and what is none is told by its name.
@Suite(.timeLimit(.minutes(2))) struct FormatTests {
    let files: SoundFiles

    init() throws {
        files = try SoundFiles()
    }

    struct Encoding: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rate: Int
        let channels: Int
        let options: [String]

        init(_ name: String, rate: Int = 44_100, channels: Int = 2, _ options: String...) {
            testDescription = name
            self.rate = rate
            self.channels = channels
            self.options = options
        }
    }

    static let encodings = [
        Encoding("CBR", "-b", "128"),
        Encoding("VBR", "-V", "4"),
        Encoding("48 kHz", rate: 48_000, "-b", "192"),
        Encoding("mono", channels: 1, "-b", "64"),
        Encoding("MPEG 2", rate: 22_050, "-b", "64"),
        Encoding("MPEG 2.5", rate: 8000, channels: 1, "-b", "64"),
    ]

    @Test(arguments: encodings) func decodesToTheSamplesThatWereEncoded(_ encoding: Encoding) throws {
        let seconds = 2.5
        let path = try files.tone(
            440, seconds: seconds, as: "tone", rate: encoding.rate, channels: encoding.channels, encoding.options)
        let (format, samples) = try decode(path)
        #expect(format == AudioFormat(rate: encoding.rate, channels: encoding.channels))
        #expect(samples.count / format.channels == Int(seconds * Double(encoding.rate)))
        #expect(try TrackFacts.read(uri: path).duration == seconds)
        #expect(abs(amplitude(440, in: first(of: samples, channels: format.channels), rate: format.rate) - 0.5) < 0.1)
    }

    @Test(arguments: [
        ["-b", "128", "-t"], ["-b", "32", "--resample", "44.1"], ["-V", "9", "--resample", "44.1", "-t"],
        ["--freeformat", "-b", "224", "-t"],
    ])
    func withoutAHeaderASurveyFindsTheExactLength(_ options: [String]) throws {
        let path = try files.tone(440, seconds: 20, as: "bare", rate: 44_100, options)
        let track = try OpenTrack(uri: path, number: 1)
        #expect(track.length == nil)
        let result = try #require(track.beginSurvey()?.run())
        track.adopt(result)
        let (format, samples) = try decode(path)
        #expect(track.length == Int64(samples.count / format.channels))
        #expect(amplitude(440, in: first(of: samples, channels: 2)) > 0.45)
    }

    @Test func layerTwo() throws {
        let samples = SoundFiles.sine(440, seconds: 2)
        let raw = try files.write(samples.withUnsafeBytes { Data($0) }, as: "tone.raw")
        let path = files.path("tone.mp2")
        try files.call(["twolame", "--quiet", "-r", "-s", "44100", "-N", "2", "-b", "192", raw, path])
        let decoded = try decode(path)
        #expect(amplitude(440, in: first(of: decoded.1, channels: 2).prefix(80_000)) > 0.45)
        #expect(decoded.1.count / 2 >= 88_200)
    }

    /// Frames of layer I whose bands are all empty, at 32 kbit/s and 32 kHz: 48 bytes each.
    @Test func layerOne() throws {
        let frame = Data([0xFF, 0xFF, 0x18, 0xC0]) + Data(count: 44)
        let path = try files.write(Data((0..<100).map { _ in frame }.joined()), as: "one.mp1")
        let (format, samples) = try decode(path)
        #expect(format == AudioFormat(rate: 32_000, channels: 1))
        #expect(samples.count == 100 * 384)
    }

    /// What stands around the frames of a tone of two seconds.
    static let wrappings: [String: @Sendable (Data) -> Data] = [
        "two ID3v2 tags": { id3(300) + id3(5000) + $0 },
        "an ID3v2 tag of 5 MB": { id3(5 << 20) + $0 },
        "ID3v1, APEv2 and Lyrics3": { $0 + lyrics + ape + Data("TAG".utf8) + Data(count: 125) },
        "a RIFF file": { riff($0) },
        "an ID3v2 tag around a RIFF file": { id3(100) + riff($0) },
        "garbage in front": { Data((0..<20_000).map { UInt8($0 % 200) }) + $0 },
    ]

    @Test(arguments: Array(wrappings.keys)) func passesOver(_ wrapping: String) throws {
        let plain = try files.tone(440, seconds: 2, as: "plain")
        let wrap = try #require(FormatTests.wrappings[wrapping])
        let wrapped = try files.write(wrap(files.read("plain")), as: "wrapped")
        #expect(try decode(wrapped).1 == decode(plain).1)
        #expect(try TrackFacts.read(uri: wrapped).duration == 2)
    }

    @Test func goesOnBehindGarbageBetweenFrames() throws {
        try files.tone(440, seconds: 4, as: "plain", ["-b", "128", "-t"])
        let data = try files.read("plain")
        let path = try files.write(
            data.prefix(30_000) + Data((0..<50_000).map { UInt8($0 % 200) }) + data.dropFirst(30_000), as: "damaged")
        let samples = first(of: try decode(path).1, channels: 2)
        #expect(samples.count > Int(3.9 * 44_100))
        #expect(amplitude(440, in: samples.suffix(44_100).prefix(40_000)) > 0.45)
    }

    @Test func aFileCutOffPlaysToItsRealEnd() throws {
        try files.tone(440, seconds: 10, as: "whole", ["-V", "4"])
        let data = try files.read("whole")
        let path = try files.write(data.prefix(data.count * 6 / 10), as: "half")
        let track = try OpenTrack(uri: path, number: 1)
        #expect(track.length == nil, "the header's length is that of the whole")
        let samples = first(of: try decode(path).1, channels: 2)
        #expect(samples.count > 5 * 44_100 && samples.count < 7 * 44_100)
        #expect(amplitude(440, in: samples) > 0.45)
    }

    @Test func aHeaderOfOnlyFramesMayPromiseTooMuch() throws {
        try files.tone(440, seconds: 10, as: "whole", ["-b", "128"])
        var data = try files.read("whole")
        let header = try #require(Array(data.prefix(4)).bigEndian32(at: 0).flatMap(MPEGHeader.init))
        let place = 4 + header.sideInformationSize
        // Without its other fields it can't be told from one that is true.
        data.replaceSubrange(place + 4..<place + 8, with: [0, 0, 0, 1])
        data.replaceSubrange(place + 12..<place + 300, with: Data(count: 288))
        let path = try files.write(data.prefix(data.count * 8 / 10), as: "short")
        #expect(try TrackFacts.read(uri: path).duration ?? 0 >= 10)
        let frames = try decode(path).1.count / 2
        #expect(frames > 7 * 44_100 && frames < 9 * 44_100)

        let probe = try EngineProbe(.null(fast: true))
        probe.play(path)
        #expect(probe.wait(for: .ended(1)))
        let lengths = probe.all.compactMap { if case .duration(_, let seconds) = $0 { seconds } else { nil } }
        #expect(lengths.last == Double(frames) / 44_100)
        #expect(probe.engine.timeline?.position == Double(frames) / 44_100)
        #expect(probe.engine.timeline?.duration == Double(frames) / 44_100)
    }

    /// As Fraunhofer's encoders write it: where LAME has its own, 32 bytes behind the first frame's header.
    @Test func aVBRIHeaderTellsTheLength() throws {
        try files.tone(440, seconds: 10, as: "bare", ["-V", "4", "-t"])
        let sound = try files.read("bare")
        let bare = try OpenTrack(uri: files.path("bare"), number: 1)
        let frames = try #require(bare.beginSurvey()?.run()).frames
        func number(_ value: Int, _ size: Int) -> Data {
            Data((0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) })
        }
        // 128 kbit/s, 44.1 kHz, joint stereo: 417 bytes.
        var frame = Data([0xFF, 0xFB, 0x90, 0x64]) + Data(count: 32) + Data("VBRI".utf8)
        frame += number(1, 2) + number(1105, 2) + number(75, 2) + number(sound.count + 417, 4) + number(Int(frames), 4)
        // One entry of two bytes in the table.
        frame += number(1, 2) + number(1, 2) + number(2, 2) + number(Int(frames), 2) + number(417, 2)
        let path = try files.write(frame + Data(count: 417 - frame.count) + sound, as: "vbri")
        let facts = try TrackFacts.read(uri: path)
        #expect(facts.duration == Double(frames * 1152) / 44_100)
        let samples = try decode(path).1
        #expect(samples.count / 2 == Int(frames) * 1152)
        #expect(try samples == decode(files.path("bare")).1)
        #expect(try decode(path, from: 100_000).1 == Array(samples[200_000...]))
    }

    @Test func twoHoursWithoutAHeaderAreSurveyed() throws {
        try files.tone(440, seconds: 20, as: "bare", ["-b", "128", "-t", "--nores"])
        let piece = try files.read("bare")
        let path = try files.write(Data((0..<360).map { _ in piece }.joined()), as: "long")
        let track = try OpenTrack(uri: path, number: 1)
        #expect(track.length == nil)
        let short = try OpenTrack(uri: files.path("bare"), number: 2)
        let frames = try #require(short.beginSurvey()?.run()).frames
        track.adopt(try #require(track.beginSurvey()?.run()))
        #expect(track.length == 360 * frames * 1152)
        // The very last second, which the index leads to.
        try track.seek(toFrame: 360 * frames * 1152 - 44_100)
        let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8192)
        defer { memory.deallocate() }
        var rest = 0
        while case .frames(let count) = track.decode(into: memory) { rest += count }
        #expect(rest == 44_100)
    }

    @Test func aFrameAloneIsEnough() throws {
        try files.tone(440, seconds: 1, as: "tone", ["-b", "128", "-t"])
        let header = try #require(Array(files.read("tone").prefix(4)).bigEndian32(at: 0).flatMap(MPEGHeader.init))
        let path = try files.write(files.read("tone").prefix(try #require(header.frameSize)), as: "frame")
        #expect(try decode(path).1.count == 2 * 1152)
    }

    @Test func filesJoinedFromSeveralKeepTheFirstOnesFormat() throws {
        try files.tone(440, seconds: 2, as: "a", ["-b", "128", "-t"])
        try files.tone(440, seconds: 2, as: "b", rate: 22_050, channels: 1, ["-b", "64", "-t"])
        let path = try files.write(files.read("a") + files.read("b"), as: "joined")
        let (format, samples) = try decode(path)
        #expect(format == AudioFormat(rate: 44_100, channels: 2))
        #expect(samples.count / 2 > Int(3.9 * 44_100))
        #expect(amplitude(440, in: first(of: samples, channels: 2).suffix(60_000).prefix(40_000)) > 0.4)
    }

    static let strangers: [String: (Data, String)] = [
        "empty": (Data(), "is empty"),
        "text": (Data(String(repeating: "Dies ist kein Lied.\n", count: 5000).utf8), "isn't audio that mood knows"),
        "a picture": (Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(count: 3000), "isn't audio that mood knows"),
        "zeros": (Data(count: 3 << 20), "isn't audio that mood knows"),
        "only a tag": (id3(3000), "holds no MPEG audio"),
        "a header without its frame": (Data([0xFF, 0xFB, 0x90, 0x64]), "holds no MPEG audio"),
        "WavPack with a tag": (id3(100) + Data("wvpk".utf8) + Data(count: 100), "WavPack isn't supported"),
        "M4A": (mp4("mp4a"), "AAC isn't supported"),
        "M4A with ALAC": (mp4("alac"), "ALAC isn't supported"),
        "ADTS": (Data([0xFF, 0xF1, 0x50, 0x80, 0x0C, 0x9F]) + Data(count: 80), "AAC isn't supported"),
        "WMA": (Data([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) + Data(count: 100), "WMA isn't supported"),
        "Monkey's Audio": (Data("MAC ".utf8) + Data(count: 100), "Monkey's Audio isn't supported"),
        "DSD": (Data("DSD ".utf8) + Data(count: 100), "DSD isn't supported"),
    ]

    /// As much of an MP4 as tells what is in it.
    private static func mp4(_ codec: String) -> Data {
        let description =
            Data([0, 0, 0, 64]) + Data("stsd".utf8) + Data(count: 12) + Data(codec.utf8) + Data(count: 40)
        return Data([0, 0, 0, 12]) + Data("ftypM4A ".utf8) + Data([0, 0, 0, 72]) + Data("moov".utf8) + description
    }

    @Test(arguments: Array(strangers.keys)) func namesWhatItCannotPlay(_ kind: String) throws {
        let (data, reason) = try #require(FormatTests.strangers[kind])
        let path = try files.write(data, as: "x.mp3")
        #expect(throws: PlaybackFailure.unplayable(reason: reason)) { try decode(path) }
    }

    @Test func namesWhatIsNotThere() throws {
        #expect(throws: PlaybackFailure.unplayable(reason: "no such file")) {
            try decode(files.path("gone.mp3"))
        }
        #expect(throws: PlaybackFailure.folderMissing(path: files.path("nas"))) {
            try decode(files.path("nas/Music/song.mp3"))
        }
        #expect(throws: PlaybackFailure.unplayable(reason: "isn't a file")) {
            try decode(files.folder.path)
        }
        try files.call(["mkfifo", files.path("fifo.mp3")])
        #expect(throws: PlaybackFailure.unplayable(reason: "isn't a file")) {
            try decode(files.path("fifo.mp3"))
        }
    }

    @Test func aNameNeedNotBeText() throws {
        let tone = try files.tone(440, seconds: 1, as: "t")
        try files.call(["sh", "-c", #"cp "$0" "$1/$(printf 'a\377 b')""#, tone, files.folder.path])
        #expect(try decode("file://\(files.folder.path)/a%FF%20b").1.count == 88_200)
    }

    /// Bytes that were never written by an encoder may be refused or played, but end either way.
    @Test func damageOfAnyKindEnds() throws {
        try files.tone(440, seconds: 1, as: "tone", ["-V", "4"])
        let whole = try files.read("tone")
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<60 {
            var data = whole
            for _ in 0..<Int.random(in: 1...60, using: &generator) {
                data[Int.random(in: 0..<min(data.count, Bool.random() ? 300 : .max), using: &generator)] = .random(
                    in: 0...255)
            }
            let path = try files.write(data.prefix(Int.random(in: 1...data.count)), as: "damaged.mp3")
            let samples = try? decode(path, surveyed: true).1.count
            #expect(samples ?? 0 < 3_000_000)
            _ = try? decode(path, from: 30_000, surveyed: true)
        }
    }
}

private func id3(_ size: Int) -> Data {
    let length = [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
    // Filled with what could be taken for headers.
    return Data("ID3".utf8) + Data([4, 0, 0]) + Data(length) + Data((0..<size).map { $0 % 7 == 0 ? 0xFF : 0xFB })
}

private func riff(_ data: Data) -> Data {
    func number(_ value: Int) -> Data { Data((0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }) }
    let format = Data([0x55, 0, 2, 0]) + Data(count: 26)
    return Data("RIFF".utf8) + number(data.count + 50) + Data("WAVEfmt ".utf8) + number(format.count) + format
        + Data("data".utf8) + number(data.count) + data + Data("LIST".utf8) + number(4) + Data("INFO".utf8)
}

private let ape: Data = {
    let body = Data(count: 200)
    let size = Data([232, 0, 0, 0])
    func frame(_ flags: UInt8) -> Data {
        Data("APETAGEX".utf8) + Data([0xD0, 7, 0, 0]) + size + Data([1, 0, 0, 0]) + Data([0, 0, 0, flags])
            + Data(count: 8)
    }
    return frame(0xA0) + body + frame(0x80)
}()

private let lyrics: Data = {
    let body = Data("LYRICSBEGININD00002".utf8) + Data("10".utf8)
    return body + Data(String(format: "%06d", body.count).utf8) + Data("LYRICS200".utf8)
}()
