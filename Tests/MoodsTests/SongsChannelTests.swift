import EventLoop
import Glibc
import Media
import Playback
import TestSupport
import Testing

@testable import Moods

@Suite struct SongsChannelTests {
    private static func douban(_ ids: [Int], adverts: [Int] = []) -> String {
        let songs = ids.map { id in
            let kind = adverts.contains(id) ? #","subtype":"T""# : ""
            return
                #"{"sid":"\#(id)","url":"http:\/\/m.example\/\#(id).mp3?sig=a","title":"T \#(id)","artist":"A / B"\#(kind)}"#
        }
        return #"{"r":0,"song":[\#(songs.joined(separator: ","))]}"#
    }

    private func ids(_ tracks: [Track]) -> [String?] { tracks.map(\.songID) }

    @Test(
        "plays what services send, in every shape",
        arguments: [
            douban([7]),
            #"{"error_code":22000,"song_list":[{"song_id":"http://m.example/7.mp3","title":"T 7"}]}"#,
            #"{"playlist":{"track":[{"location":["http://m.example/7.mp3"],"title":"T 7","duration":1000}]}}"#,
            #"{"headers":{"status":"success"},"results":[{"id":7,"audio":"http://m.example/7.mp3","name":"T 7"}]}"#,
            #"{"subsonic-response":{"randomSongs":{"song":[{"id":"7","title":"T 7"}]}}}"#,
            #"[{"url":"http://m.example/7.mp3","title":"T&nbsp;7"},{"title":"nowhere"},{"url":"file:///etc/passwd"}]"#,
            #"{"musics":[{"fileName":"7.mp3","title":"T 7"}]}"#,
        ])
    func shapes(_ body: String) async throws {
        let server = ScriptedServer(bodies: [body])
        defer { server.stop() }
        try await ControlThread.run { _ in
            let tracks = try await ChannelFixture().songs(server.url("/list?n=1")).batch(BatchRequest())
            #expect(tracks.count == 1 && tracks[0].mood == "calm")
            #expect(tracks[0].title?.split(whereSeparator: \.isWhitespace).joined(separator: " ") == "T 7")
            #expect(tracks[0].uri.hasPrefix("http://"))
        }
    }

    enum Trouble: String, CaseIterable {
        case empty, ok, expired, html, fault, huge, drip, notUTF8, nothing, closed

        func answer(_ exchange: ScriptedServer.Exchange) {
            switch self {
            case .empty: exchange.answer(Array(#"{"r":0,"song":[]}"#.utf8))
            case .ok: exchange.answer(Array(#""OK""#.utf8))
            case .expired: exchange.answer(Array(#"{"r":1,"err":"expired"}"#.utf8))
            case .html: exchange.answer(Array("<!doctype html><p>Sign in".utf8), type: "text/html")
            case .fault: exchange.answer(Array("oops".utf8), status: "500 Internal Server Error")
            case .huge:
                exchange.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n[")
                let piece = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
                for _ in 0..<50 where !exchange.send(piece) { return }
            case .drip:
                exchange.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[")
                exchange.waitForClose()
            case .notUTF8: exchange.answer([0x7B, 0xFF, 0xFE, 0x00, 0x7D])
            case .nothing: exchange.answer([])
            case .closed: return
            }
        }
    }

    @Test("a source that fails is told of, and the list that is there goes on", arguments: Trouble.allCases)
    func trouble(_ trouble: Trouble) async throws {
        let server = ScriptedServer { exchange in
            if exchange.number == 0 {
                exchange.answer(Array(Self.douban([1, 2, 3]).utf8))
            } else {
                trouble.answer(exchange)
            }
        }
        defer { server.stop() }
        try await ControlThread.run { _ in
            let channel = ChannelFixture().songs(server.url(), patience: 0.7)
            let first = try await channel.batch(BatchRequest())
            #expect(ids(first) == ["1", "2", "3"])
            for _ in 0..<2 {
                let fault = await #expect(throws: ChannelFault.self) {
                    try await channel.batch(BatchRequest(occasion: .refill))
                }
                #expect(fault?.description.contains("127.0.0.1") == true)
                #expect(fault?.kind == (trouble == .empty || trouble == .ok ? .noMusic : .unavailable))
                #expect(channel.kept(2).count == 2)
            }
            #expect(Set(ids(channel.kept(50))) == ["1", "2", "3"])
            // Set anew, a service that says nothing is new is there, and one that fails isn't.
            let again = try? await channel.batch(BatchRequest())
            #expect((again != nil) == (trouble == .empty || trouble == .ok))
        }
    }

    @Test("leaves out adverts and what is banned, hands out long lists in parts, and starts over when all was heard")
    func parts() async throws {
        let server = ScriptedServer(bodies: [Self.douban(Array(1...6), adverts: [2])])
        defer { server.stop() }
        try await ControlThread.run { _ in
            let fixture = ChannelFixture()
            var banned = Track(uri: "http://m.example/5.mp3")
            (banned.songID, banned.mood) = ("5", "calm")
            try await fixture.marks.set(.ban, on: [MarkKey(remote: banned)], in: "calm")
            let channel = fixture.songs(server.url())
            var heard: [String?] = []
            for _ in 0..<4 { heard += ids(try await channel.batch(BatchRequest(count: 3, occasion: .refill))) }
            #expect(heard == ["1", "3", "4", "6", "1", "3", "4", "6"])
        }
    }

    @Test("of a list that names more songs than anybody hears, the first 5,000 are taken")
    func longList() async throws {
        let server = ScriptedServer(bodies: [Self.douban(Array(1...6000))])
        defer { server.stop() }
        try await ControlThread.run { _ in
            let channel = ChannelFixture().songs(server.url())
            var heard: [String?] = []
            for _ in 0..<6 { heard += ids(try await channel.batch(BatchRequest(count: 1000, occasion: .refill))) }
            #expect(heard == (Array(1...5000) + Array(1...1000)).map(String.init))
        }
    }

    @Test("what is banned by its address after the list came isn't handed out, nor kept, nor after a restart")
    func laterBans() async throws {
        let list = #"["http://m.example/1","http://m.example/2","http://m.example/3"]"#
        let server = ScriptedServer { exchange in
            exchange.number == 0
                ? exchange.answer(Array(list.utf8)) : exchange.answer([], status: "503 Service Unavailable")
        }
        defer { server.stop() }
        try await ControlThread.run { _ in
            let fixture = ChannelFixture()
            let channel = fixture.songs(server.url())
            func uris(_ tracks: [Track]) -> [String] { tracks.map(\.uri) }
            #expect(uris(try await channel.batch(BatchRequest(count: 1))) == ["http://m.example/1"])
            let banned = MarkKey(remote: Track(uri: "http://m.example/2"))
            try await fixture.marks.set(.ban, on: [banned], in: "calm")
            #expect(uris(try await channel.batch(BatchRequest(count: 9, occasion: .refill))) == ["http://m.example/3"])
            #expect(uris(channel.kept(9)).sorted() == ["http://m.example/1", "http://m.example/3"])
            let marks = MarkStore(path: fixture.folder.path + "/marks", workers: fixture.workers)
            let restarted = SongsChannel(
                mood: "calm", url: server.url(), source: RemoteList(client: fixture.client, workers: fixture.workers),
                marks: marks, cache: fixture.cache, decoder: TextDecoder())
            await #expect(throws: ChannelFault.self) { try await restarted.batch(BatchRequest(occasion: .refill)) }
            #expect(uris(restarted.kept(9)).sorted() == ["http://m.example/1", "http://m.example/3"])
        }
    }

    @Test("an expired address is fetched anew from the list, by the song's id")
    func renewal() async throws {
        let server = ScriptedServer(bodies: [
            Self.douban([1, 2]), Self.douban([2, 1]).replacing("sig=a", with: "sig=b"),
        ])
        defer { server.stop() }
        try await ControlThread.run { _ in
            let channel = ChannelFixture().songs(server.url())
            let track = try await channel.batch(BatchRequest())[1]
            let renewed = try await channel.renewed(track)
            #expect(renewed.uri == "http://m.example/2.mp3?sig=b" && renewed.songID == "2" && renewed.title == "T 2")
            var unknown = track
            unknown.songID = "99"
            await #expect(throws: ChannelFault.self) { try await channel.renewed(unknown) }
        }
    }

    @Test("tells Douban's channels what became of the last songs, and nobody else")
    func outcomes() {
        var address = SongsAddress("https://d.example/j?app=x&type=e&channel=7#top")
        #expect(address.request(.set) == "https://d.example/j?app=x&channel=7&type=n")
        for (song, outcome) in [("1", TrackOutcome.started), ("1", .ended), ("2|", .skipped), ("3", .banned)] {
            address.note(outcome, of: song)
        }
        #expect(address.request(.refill) == "https://d.example/j?app=x&channel=7&type=p&h=%7C1:p%7C2%7C:s%7C3:b")
        for song in 0..<20 { address.note(.liked, of: "\(song)") }
        #expect(address.request(.set).hasSuffix("&h=" + (10..<20).map { "%7C\($0):r" }.joined()))
        var other = SongsAddress("https://p.example/list.json?token=t")
        other.note(.ended, of: "1")
        #expect(other.request(.refill) == "https://p.example/list.json?token=t")
    }

    @Test("follows the pages of a list")
    func pages() async throws {
        let server = ScriptedServer { exchange in
            let page = exchange.target.hasSuffix("page=2") ? 2 : 1
            let next = page == 1 ? #","next":"/list?page=2""# : ""
            let item = #"{"id":"\#(page)","audio":"http://m.example/\#(page).mp3","name":"n"}"#
            exchange.answer(Array(#"{"headers":{"status":"success"\#(next)},"results":[\#(item)]}"#.utf8))
        }
        defer { server.stop() }
        try await ControlThread.run { _ in
            let channel = ChannelFixture().songs(server.url("/list"))
            var heard: [String?] = []
            for occasion in [BatchRequest.Occasion.set, .refill, .refill] {
                heard += ids(try await channel.batch(BatchRequest(occasion: occasion)))
            }
            #expect(heard == ["1", "2", "1"])
        }
    }

    @Test("keeps a list over a restart, but no address that may be signed")
    func cache() async throws {
        let plain = #"[{"url":"http://m.example/7.mp3","title":"T 7"}]"#
        let server = ScriptedServer { exchange in
            switch exchange.number {
            case 0: exchange.answer(Array(plain.utf8))
            case 1: exchange.answer(Array(Self.douban([1]).utf8))
            default: exchange.answer([], status: "503 Service Unavailable")
            }
        }
        defer { server.stop() }
        try await ControlThread.run { _ in
            let fixture = ChannelFixture()
            for path in ["/plain", "/signed"] { _ = try await fixture.songs(server.url(path)).batch(BatchRequest()) }
            for (path, kept) in [("/plain", ["http://m.example/7.mp3"]), ("/signed", [])] {
                let channel = fixture.songs(server.url(path))
                await #expect(throws: ChannelFault.self) { try await channel.batch(BatchRequest(occasion: .refill)) }
                #expect(channel.kept(9).map(\.uri) == kept)
            }
            #expect(!fixture.folder.names(in: "lists").isEmpty)
        }
    }

    @Test("gives up at once when nobody waits any more")
    func cancellation() async throws {
        let server = ScriptedServer { $0.waitForClose() }
        defer { server.stop() }
        await ControlThread.run { _ in
            let channel = ChannelFixture().songs(server.url(), patience: 60)
            let task = ControlActor.start { try await channel.batch(BatchRequest()) }
            task.cancel()
            let result = await task.result
            #expect(throws: ChannelFault.self) { try result.get() }
        }
    }
}
