import Testing

@testable import Media

@Suite struct M3UTests {
    private func entries(_ text: String, origin: String = "/music/lists/a.m3u") -> [PlaylistEntry] {
        M3U.parse(Array(text.utf8), origin: origin).entries
    }

    @Test func directivesDescribeTheEntryThatFollows() {
        let list = entries(
            "\u{FEFF}#EXTM3U\r\n#EXTINF:123,Sigur Rós - Ágætis byrjun\r\n#EXTALB:Ágætis\r\n#EXTIMG:c.jpg\r\none.mp3\r\n\r\n"
                + "#EXTINF:-1 tvg-logo=\"a,b\",Radio\r\nhttp://r.example/live\r\n#EXTART:A - B\n#EXTINF:9,A - B - C\nthree.mp3"
        )
        #expect(list.map(\.uri) == ["/music/lists/one.mp3", "http://r.example/live", "/music/lists/three.mp3"])
        #expect(list[0].artist == "Sigur Rós" && list[0].title == "Ágætis byrjun" && list[0].duration == 123)
        #expect(list[0].album == "Ágætis" && list[0].artwork == "/music/lists/c.jpg")
        #expect(list[1].title == "Radio" && list[1].artist == nil && list[1].duration == nil && list[1].album == nil)
        #expect(list[2].artist == "A - B" && list[2].title == "C")
    }

    @Test(arguments: [
        ("100% pure.mp3", ["/music/lists/100% pure.mp3"]),
        ("a%20b.mp3", ["/music/lists/a%20b.mp3", "/music/lists/a b.mp3"]),
        ("../x.mp3", ["/music/x.mp3", "/music/lists/../x.mp3"]),
        ("./sub//x.mp3", ["/music/lists/sub/x.mp3"]),
        ("sub\\x.mp3", ["/music/lists/sub\\x.mp3", "/music/lists/sub/x.mp3"]),
        ("/abs/x.mp3", ["/abs/x.mp3"]),
        ("file:///abs/a%20b.mp3", ["/abs/a b.mp3"]),
        ("file://localhost//abs/./y/../x.mp3", ["/abs/x.mp3"]),
        ("file://nas/abs/x.mp3", []),
        ("file:///abs/%FF%0A.mp3", ["file:///abs/%FF%0A.mp3"]),
        ("HTTP://h/a b?q=%41", ["HTTP://h/a%20b?q=%41"]),
        ("rtsp://h/x", []),
        ("01: Intro.mp3", ["/music/lists/01: Intro.mp3"]),
        ("C:\\Music\\x.mp3", ["/music/lists/C:\\Music\\x.mp3", "/music/lists/C:/Music/x.mp3"]),
    ])
    func aLocalEntryMeans(line: String, places: [String]) {
        let list = M3U.parse(Array(line.utf8), origin: "/music/lists/a.m3u")
        #expect(list.entries.flatMap { [$0.uri] + $0.alternatives } == places)
        #expect(list.skipped == (places.isEmpty ? 1 : 0))
    }

    @Test(arguments: [
        ("x.mp3", "https://h:8/a/x.mp3"), ("../x y.mp3?z#f", "https://h:8/x%20y.mp3?z"), ("/x", "https://h:8/x"),
        ("../../../etc/passwd", "https://h:8/etc/passwd"), ("//other/x", "https://other/x"),
        ("?q", "https://h:8/a/b.m3u?q"),
        ("http://o/x", "http://o/x"), ("file:///etc/passwd", nil), ("ftp://o/x", nil), (".", "https://h:8/a/"),
        ("http://", nil), ("https:///x", nil), ("http://?x", nil),
        ("ö", "https://h:8/a/%C3%B6"),
    ])
    func aRemoteEntryNeverLeavesTheWeb(line: String, address: String?) {
        #expect(entries(line, origin: "https://h:8/a/b.m3u?token=1").first?.uri == address)
    }

    @Test func latinFileNamesAreFoundInEitherEncoding() {
        let list = M3U.parse([0x42, 0x6A, 0xF6, 0x72, 0x6B], origin: "/m/a.m3u").entries
        #expect(list.first?.uri == "/m/Björk" && list.first?.alternatives == ["file:///m/Bj%F6rk"])
        #expect(Location.path(uri: "file:///m/Bj%F6rk") == Array("/m/Bj".utf8) + [0xF6] + Array("rk".utf8))
    }

    @Test func utf16ListsAreRead() {
        #expect(
            M3U.parse(TagBytes.utf16("#EXTM3U\r\nä.mp3\r\n"), origin: "/m/a.m3u").entries.map(\.uri) == ["/m/ä.mp3"])
    }

    @Test func whatIsWrittenIsReadBack() {
        var first = PlaylistEntry(uri: "/m/100%20.mp3")
        first.title = "A - B"
        var second = PlaylistEntry(uri: "http://h/x?y=1")
        second.title = "T - U"
        second.artist = "Sigur - Rós"
        second.album = "Album"
        second.duration = 61
        var third = PlaylistEntry(uri: "file:///m/%FF.mp3")
        third.title = "C"
        third.artist = "D"
        let read = M3U.parse(M3U.format([first, second, third]), origin: "/x/y.m3u8").entries
        #expect(read.map(\.uri) == ["/m/100%20.mp3", "http://h/x?y=1", "file:///m/%FF.mp3"])
        #expect(read.map(\.title) == ["A - B", "T - U", "C"] && read.map(\.artist) == [nil, "Sigur - Rós", "D"])
        #expect(read[1].album == "Album" && read[1].duration == 61)
        let blank = entries("file:///a%F%20/\nfile:///%2520.mp3%09")
        #expect(blank.map(\.uri) == ["/a%F ", "file:///%2520.mp3%09"])
        #expect(M3U.parse(M3U.format(blank), origin: "/x/y.m3u8").entries.map(\.uri) == blank.map(\.uri))
        var hostile = PlaylistEntry(uri: "/m/a")
        hostile.title = "x\n/etc/passwd"
        #expect(M3U.parse(M3U.format([hostile]), origin: "/x/y.m3u8").entries.map(\.uri) == ["/m/a"])
    }
}
