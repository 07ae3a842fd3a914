import EventLoop
import Glibc
import Media
import Network
import Playback
import TestSupport
import Testing

@testable import Moods

@Suite struct PathChannelTests {
    @ControlActor
    private func channel(_ library: LibraryFixture, _ path: String, _ fixture: ChannelFixture) -> PathChannel {
        PathChannel(
            mood: "calm", path: library.music + path, workers: fixture.workers, marks: fixture.marks,
            read: library.reader, decoder: TextDecoder(), generator: SplitMix64(seed: 1))
    }

    @Test("plays a folder's files with their tags, fresh ones first, none that is banned")
    func folder() async throws {
        let library = LibraryFixture((0..<20).map { "\($0 % 3)/Artist - Track \($0).mp3" } + ["list.m3u"])
        try await ControlThread.run { _ in
            let fixture = ChannelFixture()
            let banned = MarkKey(audio: LibraryFixture.audio("Artist - Track 7"))
            try await fixture.marks.set(.ban, on: [banned], in: "calm")
            let channel = channel(library, "", fixture)
            var titles: [String?] = []
            for _ in 0..<4 { titles += try await channel.batch(BatchRequest(count: 5)).map(\.title) }
            #expect(Set(titles).count == 19 && titles.count == 19 && !titles.contains("Track 7"))
        }
    }

    @Test("plays a playlist, playlists in it included three deep, without going round in a circle")
    func playlist() async throws {
        let library = LibraryFixture(["a/One.mp3", "a/Two.mp3", "Three.mp3", "Four.mp3"])
        library.folder.write("Music/list.m3u", "a/One.mp3\nother.m3u8\ngone.mp3\nhttp://m.example/x.mp3\nlist.m3u\n")
        library.folder.write("Music/other.m3u8", "#EXTM3U\na/Two.mp3\nlist.m3u\nnothing.pls\nthird.m3u\n")
        library.folder.write("Music/third.m3u", "Three.mp3\nfourth.m3u\n")
        library.folder.write("Music/fourth.m3u", "Four.mp3\n")
        try await ControlThread.run { _ in
            let tracks = try await channel(library, "/list.m3u", ChannelFixture()).batch(BatchRequest())
            let local = ["a/One.mp3", "a/Two.mp3", "Three.mp3"]
            let expected = local.map { "\(library.music)/\($0)" } + ["http://m.example/x.mp3"]
            #expect(tracks.map(\.uri).sorted() == expected.sorted())
            #expect(tracks.allSatisfy { $0.mood == "calm" })
        }
    }

    @Test("says what is missing, or no music", arguments: ["/nothing/here", "/empty", "/cover.jpg", "/gone.m3u"])
    func faults(path: String) async throws {
        let library = LibraryFixture()
        library.folder.makeFolder("Music/empty")
        library.folder.write("Music/cover.jpg", "x")
        library.folder.write("Music/gone.m3u", "gone.mp3")
        await ControlThread.run { _ in
            let fault = await #expect(throws: ChannelFault.self) {
                try await channel(library, path, ChannelFixture()).batch(BatchRequest())
            }
            #expect(fault?.kind == .noMusic && fault?.description.contains(library.music) == true)
        }
    }
}

@Suite struct CoverCacheTests {
    private static func picture(_ size: Int) -> [UInt8] { [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: size) }

    @Test("fetches a picture once, keeps it for the user alone, and takes nothing else for one")
    func fetching() async throws {
        let server = ScriptedServer { exchange in
            exchange.answer(exchange.target == "/cover" ? Self.picture(100) : Array("<html>".utf8))
        }
        defer { server.stop() }
        try await ControlThread.run { _ in
            let folder = TemporaryFolder()
            let cache = CoverCache(
                folder: folder.path + "/covers", workers: FileWorkers(), client: HTTPClient(userAgent: "mood-tests"))
            async let first = cache.path(ofAddress: server.url("/cover"))
            async let second = cache.path(ofAddress: server.url("/cover"))
            let paths = try await [first, second, cache.path(ofAddress: server.url("/cover"))]
            #expect(server.requests == 1 && Set(paths).count == 1)
            let path = try #require(paths[0])
            #expect(path.hasSuffix(".jpg"))
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
            #expect(try await cache.path(ofAddress: server.url("/page")) == nil)
        }
    }

    @Test("stays within its size, what was not asked for the longest time goes first")
    func bounds() throws {
        let folder = TemporaryFolder()
        let store = CoverStore(folder: folder.path + "/covers", largest: 5000)
        let cover = try #require(Cover(Self.picture(1000)[...]))
        for number in 0..<4 {
            let path = try store.write(cover, of: "\(number)")
            let times = [timespec(tv_sec: 1000 + number, tv_nsec: 0), timespec(tv_sec: 1000 + number, tv_nsec: 0)]
            utimensat(AT_FDCWD, path, times, 0)
        }
        #expect(store.path(of: "0") != nil)
        _ = try store.write(cover, of: "new")
        #expect(["0", "1", "2", "3", "new"].map { store.path(of: $0) != nil } == [true, false, true, true, true])
    }
}
