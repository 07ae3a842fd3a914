import Testing

@testable import Media

/// A parser, and inputs that it understands.
struct Subject: Sendable, CustomStringConvertible {
    let name: String
    let seeds: [[UInt8]]
    /// Parses, and answers every text that came out.
    let parse: @Sendable ([UInt8]) -> [String?]

    var description: String { name }

    private static let decoder = TextDecoder(fallbackEncodings: ["GB18030", "CP1251"])

    static let all: [Subject] = [
        Subject(
            name: "tags", seeds: tagSeeds,
            parse: { bytes in
                let file = RandomAccess(bytes)
                let range = Tags.audioRange(of: file)
                #expect(range.lowerBound >= 0 && range.upperBound <= bytes.count)
                _ = AudioFormat.sniff(bytes)
                let tags = Tags.read(file, [.replayGain, .lyrics, .cover], decoder: decoder)
                _ = Lyrics.embedded(in: tags)
                return [tags.title, tags.album, tags.date] + tags.artists + tags.genres + tags.lyrics
            }),
        Subject(
            name: "playlists", seeds: playlistSeeds,
            parse: { bytes in
                let formats: [PlaylistFormat] = [.m3u, .pls, .xspf, .jspf]
                let entries = formats.flatMap { format in
                    ["/m/l/a.m3u", "https://h/a/b?c"].flatMap {
                        Playlist.parse(bytes, as: format, origin: $0, decoder: decoder).entries
                    }
                }
                for entry in entries { _ = Location.path(uri: entry.uri) }
                _ = PlaylistFormat.sniff(bytes)
                return entries.flatMap { [$0.uri, $0.title, $0.artist, $0.artwork] + $0.alternatives }
            }),
        Subject(
            name: "song lists", seeds: songListSeeds,
            parse: { bytes in
                let list = SongList.parse(bytes, address: "http://h/rest/list.view?u=1&f=json", decoder: decoder)
                for song in list.songs { #expect(Location.isRemote(song.url)) }
                return list.songs.flatMap { [$0.url, $0.title, $0.album] }
                    + (RadioStation.list(bytes) ?? []).map(\.name)
            }),
        Subject(
            name: "lyrics",
            seeds: ["[ti:x]\n[offset:-5]\n[00:01.5][01:02]<00:03>a [00:02]b\n[00:01]c", "plain\n\ntext"].map(\.part),
            parse: { bytes in (Lyrics.parse(bytes, decoder: decoder)?.lines ?? []).map(\.text) }),
        Subject(
            name: "stream metadata",
            seeds: [join("StreamTitle='Don't';StreamUrl='http://x';", 0), join("icy-br: 128")],
            parse: { bytes in
                let metadata = ICYMetadata(bytes[...], decoder: decoder)
                var header = ICYHeader()
                header.read(line: bytes[...], decoder: decoder)
                var stream = ICYStream(interval: 3)
                stream.split(bytes[...], audio: { _ in }, metadata: { _ in })
                return [metadata.title, metadata.url, header.name]
            }),
    ]

    private static var tagSeeds: [[UInt8]] {
        let frames = join(
            TagBytes.frame("TIT2", join(1, TagBytes.utf16("Title"))), TagBytes.frame("TPE1", join(3, "A\0B")),
            TagBytes.frame("TCON", join(0, "(17)Rock")), TagBytes.frame("TXXX", join(0, "MOOD\0calm")),
            TagBytes.frame("RVA2", join("album\0", 1, 0xFC, 0, 16, 0, 0)), TagBytes.frame("USLT", join(3, "eng\0One")),
            TagBytes.frame("SYLT", join(3, "eng", 2, 1, 0, "One\0", TagBytes.big(1500))),
            TagBytes.frame("APIC", join(0, "image/png\0", 3, 0, TagBytes.png)))
        let comments = Containers.comments([
            "TITLE=T", "ARTIST=A", "METADATA_BLOCK_PICTURE=AAAAAw==", "R128_TRACK_GAIN=1",
        ])
        let two = TagBytes.id3(TagBytes.frame("TT2", join(0, "T"), version: 2), version: 2)
        let tail = join(
            TagBytes.ape(
                [("Title", [65]), ("Cover Art (Front)", join("c\0", TagBytes.png))], binary: ["Cover Art (Front)"]),
            "LYRICSBEGINEAL00005AlbumLYR00010[00:01]One000042LYRICS200", TagBytes.id3v1(title: [65], genre: 8))
        let wave = Containers.wave(
            Containers.chunk("LIST", join("INFO", Containers.chunk("INAM", join("B", 0)))),
            Containers.chunk("data", [1]),
            Containers.chunk("id3 ", TagBytes.id3(frames)))
        return [
            TagBytes.id3(frames) + TagBytes.audio + tail,
            TagBytes.id3(frames, version: 3, flags: 0x80) + TagBytes.audio, two,
            Containers.flac([(4, comments), (6, Containers.picture(TagBytes.png))]),
            Containers.ogg(join(1, "vorbis", TagBytes.zeros(23)), join(3, "vorbis", comments)),
            Containers.ogg(join("OpusHead", TagBytes.zeros(11)), join("OpusTags", comments)), wave,
            Containers.aiff(Containers.chunk("NAME", [65], big: true)),
        ]
    }

    private static let playlistSeeds: [[UInt8]] = [
        "#EXTM3U\n#EXTINF:12 a=\"b,c\",A - B\n#EXTIMG:c.jpg\n../a%20b.mp3\nhttp://h/x y\nfile:///a%FF.mp3\nx\\y",
        "[playlist]\nFile1=a\nTitle1=b - c\nLength1=3\nfile9=//h/x",
        "<?xml version='1.0' encoding='KOI8-R'?><!DOCTYPE a [<!ENTITY b 'c'>]><playlist><title>x</title><trackList><track><location>a</location><title>&amp;<![CDATA[b]]></title><duration>5</duration></track></trackList></playlist>",
        #"{"playlist":{"title":"x","track":[{"location":["a"],"title":"b","duration":5}]}}"#,
    ].map(\.part)

    private static let songListSeeds: [[UInt8]] = [
        #"{"r":0,"song":[{"sid":"1","url":"http:\/\/h/1","artist":"A / B","like":"1","length":"3","title":"&eacute;"}]}"#,
        #"{"error_code":22000,"song_list":[{"song_id":"http://h/1","artist_name":"A,B","lrclink":"/x"}]}"#,
        #"{"headers":{"status":"success","next":"/n"},"results":[{"audio":"/a","duration":"4"}]}"#,
        #"{"subsonic-response":{"randomSongs":{"song":[{"id":"1","coverArt":"2"}]}}}"#,
        #"[{"stationuuid":"1","url":"http://h/","tags":"a,b","bitrate":128}]"#,
    ].map(\.part)
}

@Suite struct RobustnessTests {
    private struct SplitMix64: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return value ^ value >> 31
        }
    }

    private func mutated(_ seeds: [[UInt8]], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = seeds.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let length = min(Int.random(in: 1...16, using: &random), bytes.count - place)
            switch Int.random(in: 0..<7, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, 0x0A, 0x22, 0x3C, 0x5B].randomElement(using: &random) ?? 0
            case 2: for index in place..<(place + length) { bytes[index] = 0xFF }
            case 3: bytes.removeSubrange(place..<(place + length))
            case 4: bytes.insert(contentsOf: bytes[place..<(place + length)], at: place)
            case 5: bytes.removeSubrange(place...)
            default: bytes += (seeds.randomElement(using: &random) ?? []).dropFirst(place)
            }
        }
        return bytes
    }

    @Test(arguments: Subject.all) func damagedInputNeverCrashes(subject: Subject) {
        var random = SplitMix64(state: 20_241)
        for _ in 0..<300 {
            for text in subject.parse(mutated(subject.seeds, &random)) {
                #expect(text?.utf8.contains(0) != true)
            }
        }
    }
}
