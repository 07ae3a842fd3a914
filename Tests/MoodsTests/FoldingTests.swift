import Testing

@testable import Moods

@Suite struct FoldingTests {
    @Test(
        "folds case, diacritics, width, ligatures and composition",
        arguments: [
            ("Sigur Rós", "sigur ros"), ("SIGUR RO\u{301}S", "sigur ros"), ("ｓｉｇｕｒ　ｒｏｓ", "sigur ros"),
            ("Mötley Crüe", "motley crue"), ("Røyksopp", "royksopp"), ("Łona i Webber", "lona i webber"),
            ("Đorđe", "dorde"), ("Weiß", "weiss"), ("WEISS", "weiss"), ("Æther Œuvre", "aether oeuvre"),
            ("ﬁn", "fin"), ("İstanbul", "istanbul"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("Σίσυφος", "σισυφοσ"), ("Блюз", "блюз"),
            ("Ёлка", "елка"), ("王菲", "王菲"), ("ﾊﾟﾋﾟﾌﾟ", "ハヒフ"), ("パピプ", "ハヒフ"), ("한국", "한국"),
            ("don’t stop – “now”", "don't stop - \"now\""), ("a\0b", "ab"), ("", ""),
        ])
    func table(_ text: String, _ folded: String) {
        #expect(Folding.fold(text) == folded)
        #expect(Folding.fold(folded) == folded)
    }

    @Test(
        "a genre is one of those wanted by its words, whatever stands between them",
        arguments: [
            ("metal", "Symphonic Metal", true), ("metal", "Metalcore", false), ("hard rock", "Classic Hard-Rock", true),
            ("hard rock", "Hard, Rock", false), ("new age", "New Age", true), ("new age", "newage", true),
            ("hip-hop", "HipHop", true), ("singer-songwriter", "Singer/Songwriter", true), ("pop", "Rock; K-Pop", true),
            ("блюз", "Русский БЛЮЗ", true), ("摇滚", "摇滚", true), ("metal", "", false), ("", "metal", false),
            ("chillout", "Chill Out", true), ("punk", "pünk", true), ("rock", "hard\u{1F}rock", true),
        ])
    func genres(_ wanted: String, _ genre: String, _ fits: Bool) {
        #expect(GenreMatcher([wanted, "---"]).matches(genre) == fits)
    }

    @Test(
        "no mood is called what means something else",
        arguments: [
            "", "off", "None", "OFF", "a/b", "a.b", "-x", "21", "a\nb", " a", "a ", String(repeating: "a", count: 65),
        ])
    func badNames(_ name: String) { #expect(MoodName.fault(in: name) != nil) }

    @Test("a mood can be called anything else", arguments: ["calm", "спокойно", "平静", "late night", "2am"])
    func goodNames(_ name: String) { #expect(MoodName.fault(in: name) == nil) }
}
