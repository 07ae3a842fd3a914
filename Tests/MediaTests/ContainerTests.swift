import Testing

@testable import Media

/// Files of the formats that keep their tags elsewhere than MP3.
enum Containers {
    static func comments(_ texts: [String]) -> [UInt8] {
        join(
            TagBytes.little(4), "mood", TagBytes.little(texts.count),
            texts.flatMap { join(TagBytes.little($0.utf8.count), $0) })
    }

    static func picture(_ bytes: [UInt8], use: Int = 3) -> [UInt8] {
        join(
            TagBytes.big(use), TagBytes.big(9), "image/png", TagBytes.big(2), "é", TagBytes.zeros(16),
            TagBytes.big(bytes.count), bytes)
    }

    static func flac(_ blocks: [(kind: Int, bytes: [UInt8])]) -> [UInt8] {
        let all = [(kind: 0, bytes: TagBytes.zeros(34))] + blocks
        let body = all.enumerated().flatMap { index, block in
            join(block.kind | (index == all.count - 1 ? 0x80 : 0), TagBytes.big(block.bytes.count, 3), block.bytes)
        }
        return join("fLaC", body, 0xFF, 0xF8, "audio")
    }

    static func page(_ pieces: [Int], _ body: [UInt8], flags: Int = 0, serial: Int = 7) -> [UInt8] {
        join(
            "OggS", 0, flags, TagBytes.zeros(8), TagBytes.little(serial), TagBytes.zeros(8), pieces.count,
            pieces.map { UInt8($0) }, body)
    }

    /// A stream whose second packet goes over several pages, beside a stream of something else.
    static func ogg(_ head: [UInt8], _ comments: [UInt8]) -> [UInt8] {
        var result = join(
            page([5], Array("video".utf8), flags: 2, serial: 1), page([head.count], head, flags: 2),
            page([3], Array("abc".utf8), serial: 1))
        var rest = comments[...]
        while rest.count >= 255 {
            result += page([255], Array(rest.prefix(255)))
            rest = rest.dropFirst(255)
        }
        return result + page([rest.count], Array(rest))
    }

    static func chunk(_ id: String, _ bytes: [UInt8], big: Bool = false) -> [UInt8] {
        let size = big ? TagBytes.big(bytes.count) : TagBytes.little(bytes.count)
        return join(id, size, bytes, TagBytes.zeros(bytes.count & 1))
    }

    static func wave(format: Int = 1, _ chunks: [UInt8]...) -> [UInt8] {
        let body = join(
            "WAVE", chunk("fmt ", join(TagBytes.little(format, 2), TagBytes.zeros(14))), chunks.flatMap { $0 })
        return chunk("RIFF", body)
    }

    static func aiff(_ chunks: [UInt8]...) -> [UInt8] {
        chunk("FORM", join("AIFF", chunks.flatMap { $0 }), big: true)
    }
}

@Suite struct ContainerTests {
    private static let texts = [
        "title=Svefn-g-englar", "ARTIST=Sigur Rós", "Artist=Guest", "ALBUM=Ágætis byrjun", "TRACKNUMBER=2/10",
        "DATE=1999-06-12", "GENRE=Post-Rock", "MOOD=calm", "LYRICS=[00:01]Ég er", "REPLAYGAIN_TRACK_GAIN=-3 dB",
        "nothing", "=", "TITLE=Second",
    ]

    private func read(_ bytes: [UInt8]) -> Tags {
        Tags.read(RandomAccess(bytes), [.lyrics, .cover, .replayGain])
    }

    private func expectTexts(_ tags: Tags, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(tags.title == "Svefn-g-englar" && tags.album == "Ágætis byrjun", sourceLocation: sourceLocation)
        #expect(tags.artists == ["Sigur Rós", "Guest"] && tags.track == 2, sourceLocation: sourceLocation)
        #expect(tags.date == "1999-06-12" && tags.genres == ["Post-Rock"], sourceLocation: sourceLocation)
        #expect(tags.moods == ["calm"] && tags.lyrics == ["[00:01]Ég er"], sourceLocation: sourceLocation)
        #expect(tags.replayGain.trackGain == -3, sourceLocation: sourceLocation)
    }

    @Test func flacIsReadBlockByBlock() {
        let blocks = [
            (kind: 6, bytes: Containers.picture(TagBytes.png, use: 4)), (4, Containers.comments(Self.texts)),
            (6, Containers.picture(TagBytes.jpeg)),
        ]
        let file = Containers.flac(blocks)
        expectTexts(read(file))
        #expect(read(file).cover?.bytes == TagBytes.jpeg)
        #expect(AudioFormat.sniff(file) == .flac)
        let behind = TagBytes.id3(TagBytes.frame("TIT2", join(0, "T"))) + file
        expectTexts(read(behind))
        #expect(AudioFormat.sniff(behind) == .flac)
        #expect(Array(behind[Tags.audioRange(of: RandomAccess(behind))]) == join(0xFF, 0xF8, "audio"))
    }

    @Test func oggIsReadOverItsPages() {
        let picture = "METADATA_BLOCK_PICTURE=" + base64(Containers.picture(TagBytes.png))
        let comments = Containers.comments(Self.texts + [picture])
        let vorbis = Containers.ogg(join(1, "vorbis", TagBytes.zeros(23)), join(3, "vorbis", comments))
        expectTexts(read(vorbis))
        #expect(read(vorbis).cover?.bytes == TagBytes.png)
        #expect(AudioFormat.sniff(vorbis) == .vorbis)
        let gain = Containers.comments(["R128_TRACK_GAIN=-1280", "R128_ALBUM_GAIN=256"])
        let opus = Containers.ogg(join("OpusHead", TagBytes.zeros(11)), join("OpusTags", gain))
        #expect(read(opus).replayGain.trackGain == 0 && read(opus).replayGain.albumGain == 6)
        #expect(AudioFormat.sniff(opus) == .opus)
        let flac = Containers.ogg(join(0x7F, "FLAC", TagBytes.zeros(46)), join(0x84, 0, 0, 0, comments))
        expectTexts(read(flac))
        #expect(AudioFormat.sniff(flac) == .oggFLAC)
    }

    @Test func chunksHoldTagsOfTheirOwnAndID3() {
        let info = Containers.chunk(
            "LIST",
            join("INFO", Containers.chunk("INAM", join("Björk", 0)), Containers.chunk("IART", join("Artist", 0))))
        let id3 = TagBytes.id3(TagBytes.frame("TIT2", join(0, "From ID3")))
        let data = Containers.chunk("data", [1, 2, 3])
        let plain = Containers.wave(info, data)
        #expect(read(plain).title == "Björk" && read(plain).artists == ["Artist"])
        #expect(AudioFormat.sniff(plain) == .wav)
        #expect(Array(plain[Tags.audioRange(of: RandomAccess(plain))]) == [1, 2, 3])
        let both = Containers.wave(format: 0x55, info, data, Containers.chunk("id3 ", id3))
        #expect(read(both).title == "From ID3" && read(both).artists == ["Artist"])
        #expect(AudioFormat.sniff(both) == .mp3, "an MP3 in RIFF")
        let aiff = Containers.aiff(
            Containers.chunk("NAME", Array("Name".utf8), big: true),
            Containers.chunk("AUTH", Array("Author".utf8), big: true))
        #expect(read(aiff).title == "Name" && read(aiff).artists == ["Author"])
        #expect(AudioFormat.sniff(aiff) == .aiff)
        let tagged = Containers.aiff(
            Containers.chunk("NAME", Array("Name".utf8), big: true), Containers.chunk("ID3 ", id3, big: true))
        #expect(read(tagged).title == "From ID3")
    }

    @Test func lameWritesItsGainsIntoTheFirstFrame() {
        let fields = join("Xing", TagBytes.big(0xF), TagBytes.zeros(4 + 4 + 100 + 4))
        let lame = join("LAME3.100", 0, 0, TagBytes.zeros(4), TagBytes.big(0x2C41, 2), TagBytes.big(0x4E0A, 2))
        let frame = join(0xFF, 0xFB, 0x90, 0x00, TagBytes.zeros(32), fields, lame, TagBytes.zeros(300))
        let gain = read(TagBytes.id3([]) + frame).replayGain
        #expect(gain.trackGain == 6.5 && gain.albumGain == -1)
        #expect(read(TagBytes.audio).replayGain == ReplayGain())
    }

    @Test func theAudioOfAnMP3IsWhatIsBetweenItsTags() {
        let head = TagBytes.id3(TagBytes.frame("TIT2", join(0, "T"))) + TagBytes.id3(TagBytes.zeros(100))
        let tail = TagBytes.ape([("Title", [65])]) + TagBytes.id3v1(title: [65])
        let file = head + TagBytes.audio + tail
        #expect(Tags.audioRange(of: RandomAccess(file)) == head.count..<(head.count + TagBytes.audio.count))
    }

    @Test func formatsAreToldByTheirFirstBytes() {
        let mp3 = TagBytes.audio + TagBytes.audio
        let aac = join(0xFF, 0xF1, 0x50, 0x80, 0x01, 0x00, 0xFC, 0x00)
        let table: [([UInt8], AudioFormat?)] = [
            (mp3, .mp3), (TagBytes.audio, .mp3), (TagBytes.zeros(300) + mp3, .mp3), (aac + aac, .aac),
            (TagBytes.id3(TagBytes.zeros(9000)) + mp3, .mp3),
            (Array(TagBytes.id3(TagBytes.zeros(9000)).prefix(500)), .mp3),
            (join(0, 0, 0, 32, "ftypM4A "), .mp4), (join("wvpk", 0), .wavPack), (join("MAC ", 0), .monkeysAudio),
            (join("DSD ", 0), .dsd), (join("FRM8", 0), .dsd), (join(0x1A, 0x45, 0xDF, 0xA3), .matroska),
            (join(0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11), .wma), (join("RIFF", 0, 0, 0, 0, "AVI "), nil),
            (TagBytes.jpeg, nil), (join("#EXTM3U\n"), nil), ([], nil), ([0xFF], nil), (TagBytes.zeros(5000), nil),
        ]
        for (bytes, format) in table { #expect(AudioFormat.sniff(bytes) == format, "\(bytes.prefix(12))") }
        #expect(AudioFormat.allCases.filter(\.isSupported) == [.mp3, .flac, .vorbis, .opus, .wav, .aiff])
    }

    private func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let bits = bytes.flatMap { byte in (0..<8).reversed().map { byte >> $0 & 1 } }
        let text = stride(from: 0, to: bits.count, by: 6).map { start in
            digits[Int((0..<6).reduce(UInt8(0)) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) })]
        }
        return String(decoding: text, as: UTF8.self) + String(repeating: "=", count: (4 - text.count % 4) % 4)
    }
}
