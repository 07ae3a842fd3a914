import Playback
import Testing

/// Texts for those who only show them.
@Suite struct ShortTextTests {
    @Test(arguments: [
        ("abc", 3, "abc"), ("abcd", 3, "abc"), ("aéé", 4, "aé"), ("aé", 2, "a"), ("ae\u{301}e\u{301}", 5, "ae\u{301}"),
        ("x👩‍👩‍👧", 12, "x"), ("a\r\nb", 2, "a"), ("", 0, ""), ("é", 1, ""), ("👩‍👩‍👧", 8, "👩‍"),
    ])
    func areCutBetweenCharacters(text: String, bytes: Int, shortened: String) {
        #expect(text.shortened(to: bytes) == shortened)
        #expect(text.shortened(to: bytes).utf8.count <= bytes)
    }

    @Test func aCharacterOfAnyLengthIsCut() {
        let character = "a" + String(repeating: "\u{301}", count: 40_000)
        #expect(character.shortened(to: 256).utf8.count == 255)
    }
}
