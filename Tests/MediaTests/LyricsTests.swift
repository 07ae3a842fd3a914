import Testing

@testable import Media

@Suite struct LyricsTests {
    private func lines(_ text: String, _ offset: Lyrics.PositiveOffset = .earlier) -> [LyricLine] {
        Lyrics.parse(Array(text.utf8), positiveOffset: offset)?.lines ?? []
    }

    @Test(arguments: [
        ("[01:02.50]x", 62.5), ("[01:02]x", 62), ("[01:02:50]x", 62.5), ("[01:02.503]x", 62.503),
        ("[100:00.5]x", 6000.5),
        ("[ti:T][00:01]x", 1), ("\u{FEFF}[00:01]x", 1), ("[00:01] x ", 1),
    ])
    func aStampIsWrittenInManyWays(text: String, time: Double) {
        #expect(lines(text) == [LyricLine(time: time, text: "x")])
    }

    @Test func severalStampsExpandAndAreSorted() {
        let found = lines("[ar:A]\r\n[by:x]\r\n[00:30][00:10]Chorus\r\n[00:20]Verse\r\n[00:40]\r\nno stamp")
        #expect(found.map(\.time) == [10, 20, 30, 40] && found.map(\.text) == ["Chorus", "Verse", "Chorus", ""])
    }

    @Test func theSameStampTwiceIsATranslation() {
        #expect(
            lines("[00:01]One\n[00:02]Two\n[00:01]Eins\n[00:01]One") == [
                LyricLine(time: 1, text: "One", translations: ["Eins"]), LyricLine(time: 2, text: "Two"),
            ])
    }

    @Test func wordStampsAreNotWords() {
        #expect(lines("[00:01.00]<00:01.00>Hey <00:01.50>Jude <3 [sic]").first?.text == "Hey Jude <3 [sic]")
        #expect(lines("[00:01.00]Hey [00:01.50]Jude").first?.text == "Hey Jude")
    }

    @Test func theOffsetsSignIsTheListenersChoice() {
        #expect(lines("[offset:+500]\n[00:01]x\n[00:00.2]y").map(\.time) == [0, 0.5])
        #expect(lines("[offset: 500]\n[00:01]x", .later).map(\.time) == [1.5])
        #expect(lines("[offset:99999999999999999999]\n[00:01]x").map(\.time) == [1])
    }

    @Test func withoutStampsTheTextStandsAsItIs() {
        #expect(lines("\n\nOne\n\n[Chorus]\nTwo\n\n").map(\.text) == ["One", "", "[Chorus]", "Two"])
        #expect(lines("One").first?.time == nil && lines(" \n").isEmpty && lines("").isEmpty)
    }

    @Test func otherEncodingsAreRead() {
        #expect(Lyrics.parse(TagBytes.utf16("[00:01]é\r\n"))?.lines.first?.text == "é")
        let gbk = join("[00:01]", [0xD6, 0xD0, 0xCE, 0xC4])
        #expect(Lyrics.parse(gbk, decoder: TextDecoder(fallbackEncodings: ["GB18030"]))?.lines.first?.text == "中文")
    }

    @Test func theCurrentLineIsTheLastOneThatBegan() throws {
        let lyrics = try #require(Lyrics.parse(Array("[00:01]a\n[00:02]b\n[00:03]c".utf8)))
        #expect([0.5, 1, 1.9, 2, 99].map { lyrics.index(at: $0) } == [nil, 0, 0, 1, 2])
    }

    @Test func embeddedLyricsWithTimesComeFirst() {
        var tags = Tags()
        #expect(Lyrics.embedded(in: tags) == nil)
        tags.lyrics = ["plain", "[00:01]timed"]
        #expect(Lyrics.embedded(in: tags)?.lines == [LyricLine(time: 1, text: "timed")])
        tags.timedLyrics = [LyricLine(time: 2, text: "SYLT")]
        #expect(Lyrics.embedded(in: tags)?.lines == tags.timedLyrics)
    }
}
