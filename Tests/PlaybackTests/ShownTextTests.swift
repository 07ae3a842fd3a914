import Playback
import Testing

/// Texts for those who only show them.
@Suite struct ShownTextTests {
    @Test(arguments: [
        ("abc", 3, "abc"), ("abcd", 3, "abc"), ("aéé", 4, "aé"), ("aé", 2, "a"), ("ae\u{301}e\u{301}", 5, "ae\u{301}"),
        ("x👩‍👩‍👧", 12, "x"), ("a\r\nb", 2, "a "), ("", 0, ""), ("é", 1, ""), ("👩‍👩‍👧", 8, "👩‍"),
    ])
    func areCutBetweenCharacters(text: String, bytes: Int, shortened: String) {
        #expect(text.shown(upTo: bytes) == shortened)
        #expect(text.shown(upTo: bytes).utf8.count <= bytes)
    }

    @Test func aCharacterOfAnyLengthIsCut() {
        let character = "a" + String(repeating: "\u{301}", count: 40_000)
        #expect(character.shown(upTo: 256).utf8.count == 255)
    }

    @Test(arguments: [
        ("a\u{1B}[31mb\u{7F}\u{9B}2Jc", "a [31mb  2Jc"), ("a\tb\r\nc\u{2028}d\u{85}e", "a b  c d e"),
        ("invoice\u{202E}3pm.exe", "invoice 3pm.exe"), ("\u{202A}a\u{202D}b\u{202C}", " a b "),
        ("\u{2066}a\u{2067}b\u{2068}c\u{2069}", " a b c "), ("שלום, 日本, e\u{301}, 👩‍👩‍👧", "שלום, 日本, e\u{301}, 👩‍👩‍👧"),
    ])
    func commandNoDisplay(text: String, shown: String) {
        #expect(text.shown(upTo: 1000) == shown)
    }
}
