import Testing

@testable import moodctl

@Suite struct TextTests {
    @Test(arguments: [
        ("abc", 3), ("日本", 4), ("e\u{301}a", 2), ("👨‍👩‍👧", 2), ("❤️", 2), ("🇩🇪🇫🇷", 4), ("", 0), ("👍🏽x", 3), ("한글", 4),
        ("\u{1112}\u{1161}\u{11AB}", 2),
    ])
    func widthIsThatOfATerminal(text: String, columns: Int) {
        #expect(Text.width(text) == columns)
    }

    @Test(arguments: [
        ("abcdef", 3, "abc…"), ("abc", 3, "abc"), ("日本語", 3, "日…"), ("日本語", 1, "…"), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}e\u{301}…"), ("🇩🇪🇫🇷", 3, "🇩🇪…"), ("abc", 0, "…"), ("", 0, ""),
    ])
    func truncationNeverCutsAGrapheme(text: String, columns: Int, result: String) {
        #expect(Text.truncated(text, to: columns) == result)
    }

    @Test func controlCharactersBecomeSpaces() {
        #expect(Text.clean("a\u{1B}[2J\r\nb\u{7F}\u{9B}c\u{2028}d\te") == "a [2J  b  c d e")
        #expect(Text.clean("a\u{202E}b\u{2066}c\u{2069} שלום\u{200F}") == "a b c  שלום\u{200F}")
        #expect(Text.clean("Sigur Rós 日本") == "Sigur Rós 日本")
    }

    @Test func columnsAreAlignedAndFitTheTerminal() {
        var layout = ColumnLayout([.right, .left, .right], leading: 2, columns: 20)
        #expect(
            layout.text([["1", "日本語", "1:05"], ["10", "A long name that goes on", "12:00"]])
                == " 1  日本語      1:05\n10  A long n…  12:00\n")
    }

    @Test func aPipeGetsOneRecordALine() {
        var layout = ColumnLayout([.right, .left], columns: nil)
        #expect(layout.text([["1", "with\ttab\nand line"], ["2", ""]]) == "1\twith tab and line\n2\t\n")
    }
}
