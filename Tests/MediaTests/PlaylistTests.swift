import Testing

@testable import Media

@Suite struct PlaylistTests {
    private func parse(_ text: String, _ format: PlaylistFormat, origin: String = "/m/l/list") -> Playlist {
        Playlist.parse(Array(text.utf8), as: format, origin: origin)
    }

    @Test func plsIsReadInAnyCaseAndOrder() {
        let list = parse(
            "\u{FEFF}[PLAYLIST]\r\nTITLE10=A - B\r\nfile10=ten.mp3\r\nFile2 = http://h/x \r\nLength2=-1\r\nLENGTH10=61\r\n"
                + "Title3=orphan\r\nnumberofentries=2\r\nFile99999999999999999999=x\r\nFile=y\r\nFile11=ftp://x/y\r\nVersion=2",
            .pls)
        #expect(list.entries.map(\.uri) == ["http://h/x", "/m/l/ten.mp3"])
        #expect(list.entries[1].artist == "A" && list.entries[1].title == "B" && list.entries[1].duration == 61)
        #expect(list.entries[0].duration == nil && list.skipped == 1)
    }

    @Test func xspfIsReadWithoutBelievingItsDocumentType() {
        let list = parse(
            """
            <?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd"> <!ENTITY f "&e;&e;">]>
            <!-- <track> --><playlist xmlns="http://xspf.org/ns/0/"><title>My &amp; list</title><trackList>
            <x:track xmlns:x="y" a="1>2"><x:location>a%20b.mp3</x:location><title>T &lt;&#x41;&e;</title>
            <creator><![CDATA[A & B]]></creator><album>C</album><duration>61500</duration><image>c.jpg</image>
            <extension><track><location>evil.mp3</location></track></extension></x:track>
            <track><title>no place</title></track><track><location/><location>file:///x.mp3</location><location>http://h/y</location></track>
            <track><location>cut
            """, .xspf)
        #expect(list.title == "My & list" && list.skipped == 1)
        #expect(list.entries.map(\.uri) == ["/m/l/a b.mp3", "/x.mp3"])
        #expect(list.entries[0].alternatives == ["/m/l/a%20b.mp3"] && list.entries[1].alternatives == ["http://h/y"])
        #expect(list.entries[0].title == "T <A&e;" && list.entries[0].artist == "A & B" && list.entries[0].album == "C")
        #expect(list.entries[0].duration == 61.5 && list.entries[0].artwork == "/m/l/c.jpg")
    }

    @Test func xspfIsReadInItsDeclaredEncoding() {
        let text = "<?xml version='1.0' encoding='KOI8-R'?><playlist><trackList><track><location>/a</location><title>"
        let bytes = join(text, [0xED, 0xC9, 0xD2], "</title></track></trackList></playlist>")
        #expect(Playlist.parse(bytes, as: .xspf, origin: "/l").entries.first?.title == "Мир")
    }

    @Test func jspfMayHoldItsLocationEitherWay() {
        let list = parse(
            """
            {"playlist": {"title": "L", "track": [{"location": ["a%20b.mp3"], "title": "T", "creator": "C", "duration": "61500"},
            {"location": "http://h/x", "duration": 1000}, {"title": "none"}, 7, {"location": [null, {}]}]}}
            """, .jspf)
        #expect(list.entries.map(\.uri) == ["/m/l/a b.mp3", "http://h/x"] && list.skipped == 3 && list.title == "L")
        #expect(list.entries.map(\.duration) == [61.5, 1] && list.entries[0].artist == "C")
        #expect(parse("[", .jspf) == Playlist())
    }

    @Test func aRemoteListNeverNamesAFile() {
        let places = ["/etc/passwd", "file:///etc/passwd", "http://o/x"]
        let xspf = places.map { "<track><location>\($0)</location></track>" }.joined()
        for (format, text) in [
            (PlaylistFormat.pls, places.enumerated().map { "File\($0.offset)=\($0.element)" }.joined(separator: "\n")),
            (.m3u, places.joined(separator: "\n")), (.xspf, "<playlist><trackList>\(xspf)</trackList></playlist>"),
        ] {
            let list = parse(text, format, origin: "https://h/list")
            #expect(list.entries.map(\.uri) == ["https://h/etc/passwd", "http://o/x"])
            #expect(list.entries.allSatisfy { $0.alternatives.isEmpty })
        }
    }

    @Test func formatsAreToldByContentNameAndMediaType() {
        let table: [(String, PlaylistFormat?)] = [
            ("\u{FEFF}#EXTM3U\nx", .m3u), ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n", .hls), ("\r\n[Playlist]\n", .pls),
            ("<?xml?><playlist xmlns='http://xspf.org/ns/0/'>", .xspf), ("{\"playlist\":{\"track\":[]}}", .jspf),
            ("<!DOCTYPE html><html>", nil), ("{}", nil), ("x.mp3", nil), ("", nil),
        ]
        for (text, format) in table { #expect(PlaylistFormat.sniff(text.utf8) == format, "\(text)") }
        #expect(PlaylistFormat(fileName: "a.M3U8") == .m3u && PlaylistFormat(fileName: "a.mp3") == nil)
        #expect(PlaylistFormat(mediaType: "audio/x-scpls; charset=UTF-8") == .pls)
    }
}
