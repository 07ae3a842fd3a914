import Testing

@testable import Media

@Suite struct SongListTests {
    private func parse(_ text: String, address: String = "https://s.example/list?ch=1") -> SongList {
        SongList.parse(Array(text.utf8), address: address)
    }

    @Test func doubanWritesEveryThingInTwoWays() {
        let list = parse(
            #"""
            {"r": "0", "song": [
            {"sid": 12, "url": "http:\/\/mr\/1.mp3?", "title": "Tom &amp; Jerry&#39;s", "artist": "A / B / C/D",
             "albumtitle": "L", "picture": "http://p/1.jpg", "length": "215", "like": "1", "subtype": ""},
            {"sid": "13", "url": "http://mr/2.mp3", "title": 1999, "length": 7, "like": 0, "subtype": "T"},
            {"sid": "14", "title": "no address"}, null, {"url": 5}, {"url": "file:///etc/passwd"}]}
            """#)
        #expect(list.status == .fine && list.songs.map(\.url) == ["http://mr/1.mp3?", "http://mr/2.mp3"])
        let song = list.songs[0]
        #expect(
            song.id == "12" && song.title == "Tom & Jerry's" && song.artists == ["A", "B", "C/D"] && song.album == "L")
        #expect(song.artwork == "http://p/1.jpg" && song.duration == 215 && song.liked == true && !song.isAdvert)
        #expect(list.songs[1].title == "1999" && list.songs[1].liked == false && list.songs[1].isAdvert)
    }

    @Test(arguments: [
        (#""OK""#, SongList.Status.nothingNew), (#"{"r":0,"song":[]}"#, .nothingNew), ("[]", .nothingNew),
        (#"{"r":1,"err":"expired"}"#, .expired), (#"{"r":"1","err":"wrong_version"}"#, .failed("wrong_version")),
        (#"{"r":1,"err_msg":"no"}"#, .failed("no")), (#"{"r":1e300}"#, .failed("error 1")),
        ("<html>", .failed("the answer is not JSON")),
        (
            "{}", .failed("the answer holds no list of songs: an array of objects with url, title, artist would do")
        ), (#"{"error_code":22001}"#, .failed("error 22001")),
        (#"{"headers":{"status":"failed","error_message":"key"}}"#, .failed("key")),
        (#"{"subsonic-response":{"status":"failed","error":{"code":40,"message":"Wrong"}}}"#, .failed("Wrong")),
    ])
    func anAnswerWithoutSongsSaysWhy(text: String, status: SongList.Status) {
        #expect(parse(text).status == status)
    }

    @Test func baiduTakesAnAddressForASongOnlyIfItIsOne() {
        let list = parse(
            """
            {"error_code": 22000, "song_list": [{"song_id": "http://b/1.mp3", "title": "T", "artist_name": "A,B",
            "album_title": "L", "pic_small": "http://p/s.jpg", "file_duration": 200, "lrclink": "/1.lrc"}, {"song_id": "881"}]}
            """)
        #expect(
            list.songs.count == 1 && list.songs[0].artists == ["A", "B"] && list.songs[0].artwork == "http://p/s.jpg")
        #expect(list.songs[0].lyricsURL == "https://s.example/1.lrc" && list.songs[0].duration == 200)
    }

    @Test func jspfAndJamendoAndPlainListsAreRead() {
        let jspf = parse(
            #"{"playlist":{"track":[{"location":["http://h/1"],"identifier":["i"],"creator":"C","duration":61500},{"location":"2.mp3"}]}}"#
        )
        #expect(jspf.songs.map(\.url) == ["http://h/1", "https://s.example/2.mp3"])
        #expect(jspf.songs[0].id == "i" && jspf.songs[0].duration == 61.5 && jspf.songs[0].artists == ["C"])
        let jamendo = parse(
            """
            {"headers":{"status":"success","next":"https://j/next"},"results":[{"id":"9","audio":"http://j/a","name":"N",
            "artist_name":"A","album_name":"L","image":"http://j/i","duration":"12"}]}
            """)
        #expect(
            jamendo.nextPage == "https://j/next" && jamendo.songs[0].title == "N" && jamendo.songs[0].duration == 12)
        let plain =
            #"[{"fileName":"x.mp3","composer":"C","length":9,"cover":"c.png","lyrics":"la\nla"},{"uri":"http://h/y","artist":["A",{"name":"B"}]}]"#
        for text in [plain, "{\"musics\":\(plain)}", "{\"songs\":\(plain)}", "{\"tracks\":\(plain)}"] {
            let list = parse(text)
            #expect(list.songs.map(\.url) == ["https://s.example/x.mp3", "http://h/y"])
            #expect(list.songs.map(\.artists) == [["C"], ["A", "B"]] && list.songs[0].duration == 9)
            #expect(list.songs[0].artwork == "https://s.example/c.png" && list.songs[0].lyricsURL == nil)
        }
    }

    @Test func addressesAloneAreAListToo() {
        let list = parse(#"["http://h/a.mp3", "b.mp3", "file:///etc/passwd", 7, "http://"]"#)
        #expect(list.songs.map(\.url) == ["http://h/a.mp3", "https://s.example/b.mp3"])
    }

    @Test func subsonicStreamsWithTheSameSignIn() {
        let text =
            #"{"subsonic-response":{"status":"ok","randomSongs":{"song":[{"id":"a&b","title":"T","coverArt":7,"duration":3}]}}}"#
        let list = parse(
            text, address: "http://nas:4533/music/rest/getRandomSongs.view?u=me&t=x&s=y&v=1.16&c=mood&f=json&size=50")
        #expect(list.songs[0].url == "http://nas:4533/music/rest/stream.view?u=me&t=x&s=y&v=1.16&c=mood&id=a%26b")
        #expect(list.songs[0].artwork == "http://nas:4533/music/rest/getCoverArt.view?u=me&t=x&s=y&v=1.16&c=mood&id=7")
    }

    @Test func bytesThatAreNotUTF8AndRawLineEndsAreTolerated() {
        let bytes = join(
            "{\"r\":0,\"song\":[{\"url\":\"http://h/1\",\"title\":\"", [0xD6, 0xD0, 0x0A, 0xCE, 0xC4], "\"}]}")
        let decoder = TextDecoder(fallbackEncodings: ["GB18030"])
        #expect(SongList.parse(bytes, address: "http://h/", decoder: decoder).songs.first?.title == "中 文")
        #expect(SongList.parse(bytes, address: "http://h/").songs.count == 1)
    }

    @Test(arguments: [
        ("&eacute;&Eacute;&yuml;&nbsp;x", "éÉÿ\u{A0}x"), ("&#233;&#xE9;&#XE9;", "ééé"),
        ("&#0;&#xD800;&#99999999999;", "&#0;&#xD800;&#99999999999;"),
        ("AT&T; & &unknown; &", "AT&T; & &unknown; &"), ("&amp;lt;", "&lt;"), ("&;&#;", "&;&#;"),
    ])
    func charactersMayBeReferences(text: String, decoded: String) {
        #expect(HTMLEntities.decode(text) == decoded)
    }
}
