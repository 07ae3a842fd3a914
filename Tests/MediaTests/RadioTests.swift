import Testing

@testable import Media

@Suite struct RadioTests {
    @Test func stationsThatCannotBePlayedAreLeftOut() throws {
        let text = """
            [{"stationuuid":"a","name":" Chill &amp; Out ","url":"http://h/list.pls","url_resolved":"http://h/s","favicon":"",
              "tags":"Chillout, ambient,,","codec":"MP3","bitrate":128,"hls":0,"lastcheckok":1},
             {"stationuuid":"b","name":"","url":"https://h/b","url_resolved":"","hls":"0","bitrate":0},
             {"stationuuid":"c","url":"http://h/c","hls":1}, {"stationuuid":"d","url":"http://h/d","lastcheckok":0},
             {"stationuuid":"e"}, {"url":"http://h/f"}, 3]
            """
        let stations = try #require(RadioStation.list(Array(text.utf8)))
        #expect(stations.map(\.id) == ["a", "b"] && stations.map(\.url) == ["http://h/s", "https://h/b"])
        #expect(stations[0].name == "Chill & Out" && stations[0].tags == ["chillout", "ambient"])
        #expect(stations[0].bitrate == 128 && stations[0].artwork == nil && stations[1].bitrate == nil)
        #expect(stations[1].name == "https://h/b")
        #expect(RadioStation.list(Array("{}".utf8)) == nil)
        let servers =
            #"[{"name":"de1.api.radio-browser.info"},{"name":"de1.api.radio-browser.info"},{"name":"a/b"},{"ip":"1"}]"#
        #expect(RadioStation.servers(Array(servers.utf8)) == ["de1.api.radio-browser.info"])
    }

    @Test func headersAreReadInAnyCase() {
        var header = ICYHeader()
        for line in ["ICY 200 OK", "ICY-MetaInt: 16000\r\n", "icy-br: 128, 128", "icy-name:Caf\u{E9}", "icy-genre: "] {
            header.read(line: line.unicodeScalars.map { UInt8($0.value) }[...])
        }
        #expect(header.interval == 16000 && header.bitrate == 128 && header.name == "Café" && header.genre == nil)
        header.read(line: Array("icy-metaint: 0".utf8)[...])
        #expect(header.interval == nil)
    }

    @Test func aTitleMayHoldAnApostrophe() {
        let table: [([UInt8], String?, String?)] = [
            (join("StreamTitle='Don't Stop';StreamUrl='http://x';", 0, 0), "Don't Stop", "http://x"),
            (join("StreamTitle='';"), "", nil), (join("StreamTitle='cut o"), "cut o", nil),
            (join("streamtitle='x'"), "x", nil),
            (join("StreamTitle='", [0xCC, 0xE8, 0xF0], "';"), "Мир", nil), (join("StreamUrl='';"), nil, nil),
            ([], nil, nil),
            (join("StreamTitle='A &amp; B';"), "A & B", nil),
        ]
        for (block, title, url) in table {
            let metadata = ICYMetadata(block[...], decoder: TextDecoder(fallbackEncodings: ["CP1251"]))
            #expect(metadata.title == title && metadata.url == url)
        }
    }

    @Test func metadataIsTakenOutWhereverTheStreamIsCut() {
        let block = join("StreamTitle='x';", TagBytes.zeros(16))
        let stream = join("aaaa", 2, block, "bbbb", 0, "cccc", 0, "dd")
        for cut in 1...stream.count {
            var icy = ICYStream(interval: 4)
            var sound: [UInt8] = []
            var blocks: [[UInt8]] = []
            var rest = stream[...]
            while !rest.isEmpty {
                icy.split(rest.prefix(cut), audio: { sound += $0 }, metadata: { blocks.append(Array($0)) })
                rest = rest.dropFirst(cut)
            }
            #expect(sound == join("aaaabbbbccccdd") && blocks == [block])
        }
    }
}
