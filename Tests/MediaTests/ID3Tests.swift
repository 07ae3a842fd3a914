import Testing

@testable import Media

@Suite struct ID3Tests {
    private func tags(
        _ bytes: [UInt8], _ contents: TagContents = [.lyrics, .cover, .replayGain], fallback: [String] = []
    ) -> Tags {
        Tags.read(RandomAccess(bytes), contents, decoder: TextDecoder(fallbackEncodings: fallback))
    }

    private func title(_ content: [UInt8], fallback: [String] = []) -> String? {
        tags(TagBytes.id3(TagBytes.frame("TIT2", content)), fallback: fallback).title
    }

    @Test func textIsReadInWhateverEncodingItReallyIs() {
        #expect(title(join(3, "Ágætis byrjun")) == "Ágætis byrjun")
        #expect(title(join(0, "Ágætis byrjun")) == "Ágætis byrjun", "UTF-8 that claims to be Latin-1")
        #expect(title([0, 0xC1, 0x67, 0xE6]) == "Ágæ")
        #expect(title([0, 0x80, 0x93]) == "€“", "Latin-1 is Windows-1252")
        #expect(title([1] + TagBytes.utf16("日本")) == "日本")
        #expect(title([1] + TagBytes.utf16("日本", big: true)) == "日本")
        #expect(title([1] + TagBytes.utf16("Loki", mark: false)) == "Loki")
        #expect(title([1] + TagBytes.utf16("Loki", big: true, mark: false)) == "Loki")
        #expect(title([2] + TagBytes.utf16("日本", big: true, mark: false)) == "日本")
        #expect(title([1] + TagBytes.utf16("Loki") + [0x41]) == "Loki", "an odd length")
        #expect(title([1] + TagBytes.utf16("Loki") + [0, 0]) == "Loki")
        #expect(title([1, 0xFF, 0xFE, 0x00, 0xD8]) == "\u{FFFD}", "a lone surrogate")
        #expect(title([0, 0xD6, 0xD0, 0xCE, 0xC4], fallback: ["GB18030"]) == "中文")
        #expect(title([3, 0xD6, 0xD0, 0xCE, 0xC4], fallback: ["GB18030"]) == "中文", "GBK that claims to be UTF-8")
        #expect(title([0, 0xA4, 0xA4, 0xA4, 0xE5], fallback: ["BIG5"]) == "中文")
        #expect(title([0, 0x93, 0xFA, 0x96, 0x7B], fallback: ["SHIFT_JIS"]) == "日本")
        #expect(title([0, 0xCC, 0xE8, 0xF0], fallback: ["CP1251"]) == "Мир")
        #expect(title([0] + [0x42, 0x6A, 0xF6, 0x72, 0x6B], fallback: ["GB18030"]) == "Björk")
        #expect(title([0, 0x20, 0x0D, 0x0A]) == nil)
    }

    @Test func severalValuesAreSeveralArtists() {
        let utf16 = join(1, TagBytes.utf16("AC/DC"), 0, 0, TagBytes.utf16("Brüder"), 0, 0)
        #expect(tags(TagBytes.id3(TagBytes.frame("TPE1", utf16))).artists == ["AC/DC", "Brüder"])
        #expect(tags(TagBytes.id3(TagBytes.frame("TPE1", join(3, "A\0B\0\0A")))).artists == ["A", "B"])
    }

    @Test(arguments: [
        ("(17)", ["Rock"]), ("17", ["Rock"]), ("(17)Rock", ["Rock"]), ("(4)Eurodisco", ["Disco", "Eurodisco"]),
        ("(4)(17)", ["Disco", "Rock"]), ("(RX)", ["Remix"]), ("((foo)", ["(foo)"]), ("Trip-Hop", ["Trip-Hop"]),
        ("(999)", ["(999)"]), ("255", []), ("191", ["Psybient"]), ("(live)", ["(live)"]), ("(", ["("]),
    ])
    func genresAreNames(text: String, names: [String]) {
        #expect(tags(TagBytes.id3(TagBytes.frame("TCON", join(0, text), version: 3), version: 3)).genres == names)
    }

    @Test func eachVersionHasItsOwnNamesAndSizes() {
        let two = ["TT2": "Title", "TP1": "Artist", "TAL": "Album", "TRK": "3/12", "TYE": "1999", "TPA": "2/2"]
            .flatMap { TagBytes.frame($0, join(0, $1), version: 2) }
        let three = ["TIT2": "Title", "TPE1": "Artist", "TALB": "Album", "TRCK": "3/12", "TYER": "1999", "TPOS": "2/2"]
            .flatMap { TagBytes.frame($0, join(0, $1), version: 3) }
        let long = String(repeating: "x", count: 300)
        let four = ["TIT2": "Title", "TPE1": "Artist", "TALB": "Album", "TRCK": "3/12", "TDRC": "1999", "TPOS": "2/2"]
            .flatMap { TagBytes.frame($0, join(0, $1)) }
        // iTunes' version 2.4, with the sizes of 2.3.
        let itunes = TagBytes.frame("TXXX", join(0, long), version: 3) + four
        for bytes in [
            TagBytes.id3(two, version: 2), TagBytes.id3(three, version: 3), TagBytes.id3(four), TagBytes.id3(itunes),
            TagBytes.id3(TagBytes.frame("PRIV", [UInt8](repeating: 1, count: 9000)) + four),
        ] {
            let tags = tags(bytes + TagBytes.audio)
            #expect(tags.title == "Title" && tags.artists == ["Artist"] && tags.album == "Album")
            #expect(tags.track == 3 && tags.disc == 2 && tags.date == "1999")
        }
    }

    @Test func dayAndMonthJoinTheYear() {
        let frames =
            TagBytes.frame("TDAT", join(0, "3105"), version: 3)
            + TagBytes.frame("TYER", join(0, "1994"), version: 3)
        #expect(tags(TagBytes.id3(frames, version: 3)).date == "1994-05-31")
        for (text, date) in [
            ("2009-05-12T10:00", "2009-05-12"), ("2009-05", "2009-05"), ("20090512", "2009-05-12"), ("2009", "2009"),
            ("0000", nil), ("May 2009", "May 2009"), ("2009-5", "2009"),
        ] {
            #expect(tags(TagBytes.id3(TagBytes.frame("TDRC", join(0, text)))).date == date)
        }
    }

    @Test func unsynchronisedTagsAndFramesAreReadThrough() {
        let text = TagBytes.frame("TIT2", [1, 0xFF, 0xFE, 0xFF, 0x00, 0x41, 0x00], version: 3)
        func unsynchronised(_ bytes: [UInt8]) -> [UInt8] {
            var result: [UInt8] = []
            for byte in bytes {
                if result.last == 0xFF, byte >= 0xE0 || byte == 0 { result.append(0) }
                result.append(byte)
            }
            return result
        }
        #expect(tags(TagBytes.id3(unsynchronised(text), version: 3, flags: 0x80)).title == "ÿA")
        let content: [UInt8] = [1, 0xFF, 0xFE, 0xFF, 0x00, 0x41, 0x00]
        let four = unsynchronised(content)
        #expect(tags(TagBytes.id3(TagBytes.frame("TIT2", four, flags: [0, 2]))).title == "ÿA")
        let withLength = TagBytes.syncSafe(content.count) + four
        #expect(tags(TagBytes.id3(TagBytes.frame("TIT2", withLength, flags: [0, 3]), flags: 0x80)).title == "ÿA")
    }

    @Test func extendedHeadersFootersAndUnreadableFramesArePassedOver() {
        let title = TagBytes.frame("TIT2", join(0, "T"))
        let compressed = TagBytes.frame("TALB", [0, 0, 0, 9, 0x78, 0x9C], flags: [0, 0x09])
        let four = join(TagBytes.syncSafe(6), 1, 0, compressed, title)
        #expect(tags(TagBytes.id3(four, flags: 0x40)).title == "T")
        #expect(tags(TagBytes.id3(four, flags: 0x40)).album == nil)
        let three =
            join(TagBytes.big(6), TagBytes.zeros(6), TagBytes.frame("TIT2", join(0, "T"), version: 3))
        #expect(tags(TagBytes.id3(three, version: 3, flags: 0x40)).title == "T")
        let footer =
            TagBytes.id3(title, flags: 0x10) + join("3DI", 4, 0, 0x10, TagBytes.syncSafe(title.count))
        #expect(tags(footer + TagBytes.id3(TagBytes.frame("TALB", join(0, "A"))) + TagBytes.audio).album == "A")
        #expect(tags(TagBytes.audio + footer).title == "T", "a tag at the end")
        #expect(tags(TagBytes.id3(title + TagBytes.zeros(500))).title == "T", "padding")
        #expect(tags(TagBytes.id3(title + TagBytes.ascii("TAL"))).title == "T", "cut off")
    }

    @Test func moodsAndGainsComeFromTheirOwnTexts() {
        let frames = join(
            TagBytes.frame("TXXX", join(0, "MOOD\0calm")),
            TagBytes.frame("TMOO", join(3, "Mellow")),
            TagBytes.frame("TXXX", join(0, "replaygain_track_gain\0-6,54 dB")),
            TagBytes.frame("TXXX", join(0, "REPLAYGAIN_TRACK_PEAK\u{0}0.988")),
            TagBytes.frame("RVA2", join("album\0", 1, 0xFC, 0x00, 16, 0, 0)))
        let tags = tags(TagBytes.id3(frames))
        #expect(tags.moods == ["calm", "Mellow"])
        #expect(tags.replayGain.trackGain == -6.54 && tags.replayGain.trackPeak == 0.988)
        #expect(tags.replayGain.albumGain == -2)
    }

    @Test func theFrontCoverWinsAndIsOnlyReadWhenAskedFor() {
        let back = TagBytes.frame("APIC", join(0, "image/png\0", 4, "back\0", TagBytes.png))
        let front = TagBytes.frame(
            "APIC", join(1, "image/jpeg\0", 3, TagBytes.utf16("é"), 0, 0, TagBytes.jpeg))
        for bytes in [back + front, front + back] {
            #expect(tags(TagBytes.id3(bytes)).cover?.bytes == TagBytes.jpeg)
        }
        #expect(tags(TagBytes.id3(back)).cover?.type == .png)
        #expect(tags(TagBytes.id3(front), []).cover == nil)
        let two = TagBytes.frame("PIC", join(0, "JPG", 3, 0, TagBytes.jpeg), version: 2)
        #expect(tags(TagBytes.id3(two, version: 2)).cover?.type == .jpeg)
        let link = TagBytes.frame("APIC", join(0, "-->\0", 3, 0, "http://x"))
        #expect(tags(TagBytes.id3(link)).cover == nil)
    }

    @Test func lyricsComeWithAndWithoutTimes() {
        let plain = TagBytes.frame("USLT", join(3, "eng\0One\nTwo"))
        let timed = TagBytes.frame(
            "SYLT",
            join(
                3, "eng", 2, 1, 0, "One\0", TagBytes.big(1500), "\nTwo\0", TagBytes.big(2500), " more\0",
                TagBytes.big(2700)))
        let tags = tags(TagBytes.id3(plain + timed))
        #expect(tags.lyrics == ["One\nTwo"])
        #expect(tags.timedLyrics == [LyricLine(time: 1.5, text: "One"), LyricLine(time: 2.5, text: "Two more")])
    }

    @Test func tagsAtTheEndFillWhatTheBeginningLeavesOpen() {
        let v2 = TagBytes.id3(TagBytes.frame("TIT2", join(0, "Long title")))
        let ape = TagBytes.ape(
            [
                ("Artist", TagBytes.ascii("A\0B")), ("Cover Art (Front)", TagBytes.ascii("c.png\0") + TagBytes.png),
                ("MP3GAIN_MINMAX", [0x31]), ("REPLAYGAIN_ALBUM_GAIN", TagBytes.ascii("+1.5 dB")),
            ], binary: ["Cover Art (Front)"])
        let lyrics = TagBytes.ascii("LYRICSBEGINEAL00005AlbumLYR00010[00:01]One000042LYRICS200")
        let v1 = TagBytes.id3v1(title: TagBytes.ascii("Short"), year: "2001", track: 9, genre: 8)
        let tags = tags(join(v2, TagBytes.audio, ape, lyrics, v1))
        #expect(tags.title == "Long title" && tags.artists == ["A", "B"] && tags.album == "Album")
        #expect(tags.date == "2001" && tags.track == 9 && tags.genre == "Jazz")
        #expect(tags.cover?.type == .png && tags.replayGain.albumGain == 1.5 && tags.lyrics == ["[00:01]One"])
    }

    @Test func aFieldCutOffInsideACharacterLosesThatCharacterOnly() {
        let title = Array("xáááááááááááááá".utf8) + [0xC3]
        #expect(tags(TagBytes.audio + TagBytes.id3v1(title: title)).title == "xáááááááááááááá")
        #expect(tags(TagBytes.audio + TagBytes.id3v1(title: [0x63, 0x61, 0x66, 0xE9])).title == "café")
    }

    @Test func aLargePictureIsNeverRead() {
        var read = 0
        let picture = TagBytes.frame(
            "APIC", join(0, "image/jpeg\0", 3, 0, [UInt8](repeating: 1, count: 5_000_000)))
        let bytes = TagBytes.id3(picture + TagBytes.frame("TIT2", join(0, "T"))) + TagBytes.audio
        let file = RandomAccess(size: bytes.count) { offset, count in
            read += count
            return Array(bytes[offset..<(offset + count)])
        }
        #expect(Tags.read(file).title == "T")
        #expect(read < 20_000)
    }
}
