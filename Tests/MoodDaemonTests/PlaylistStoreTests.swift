import Files
import Glibc
import Media
import MoodProtocol
import TestSupport
import Testing

@testable import MoodDaemon

@Suite struct PlaylistStoreTests {
    let folder = TemporaryFolder()
    var store: PlaylistStore { PlaylistStore(folder: folder.path + "/lists", music: [folder.path + "/music"]) }

    private func entries(_ names: String...) -> [PlaylistEntry] {
        names.map { PlaylistEntry(uri: $0.hasPrefix("/") ? $0 : "\(folder.path)/music/\($0)") }
    }

    @Test("what is saved is read again, with what is known of it")
    func roundTrip() throws {
        var song = PlaylistEntry(uri: folder.path + "/music/a.mp3")
        song.title = "Title - with a dash"
        song.artist = "Artist"
        song.album = "Album"
        song.duration = 61
        let odd = PlaylistEntry(uri: "file:///music/%FF.mp3")
        #expect(try store.save([song, odd], as: "one") == 2)
        #expect(try store.entries(of: "one") == [song, odd])
        #expect(try store.list().map(\.name) == ["one"])
        #expect(try store.list().first?.count == 2)
        var status = stat()
        stat(folder.path + "/lists/one.m3u8", &status)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(folder.names == ["lists"])
    }

    @Test("an existing playlist is kept, unless appending or overwriting was asked for")
    func modes() throws {
        _ = try store.save(entries("a"), as: "x")
        #expect(throws: PlaylistFault.exists("x")) { try store.save(entries("b"), as: "x") }
        #expect(try store.save(entries("b"), as: "x", mode: .append) == 2)
        #expect(try store.entries(of: "x") == entries("a", "b"))
        #expect(try store.save(entries("c"), as: "x", mode: .overwrite) == 1)
        #expect(try store.save(entries("d"), as: "new", mode: .append) == 1)
        folder.write("lists/old.m3u", "a.mp3\n")
        #expect(throws: PlaylistFault.exists("old")) { try store.save([], as: "old") }
        #expect(try store.save(entries("b"), as: "old", mode: .append) == 2)
        #expect(try store.list().map(\.name) == ["new", "old", "x"])
    }

    @Test("a playlist that can't be read is not overwritten by what is appended")
    func unreadable() throws {
        folder.write("lists/x.m3u8", "a.mp3\n")
        #expect(truncate(folder.path + "/lists/x.m3u8", 65 << 20) == 0)
        #expect(throws: PlaylistFault.self) { try store.save(entries("b"), as: "x", mode: .append) }
        #expect(throws: PlaylistFault.self) { try store.entries(of: "x") }
        var status = stat()
        stat(folder.path + "/lists/x.m3u8", &status)
        #expect(status.st_size == 65 << 20)
    }

    @Test("entries are looked for beside the playlist, then under the music folders as MPD writes them")
    func places() throws {
        folder.write("lists/beside.mp3")
        folder.write("music/album/1.mp3")
        folder.write("lists/x.m3u", "beside.mp3\nalbum/1.mp3\ngone.mp3\nhttp://radio.example/\n")
        #expect(
            try store.entries(of: "x").map(\.uri) == [
                folder.path + "/lists/beside.mp3", folder.path + "/music/album/1.mp3", folder.path + "/lists/gone.mp3",
                "http://radio.example/",
            ])
    }

    @Test(
        "names that could leave the folder, hide or be too long are refused",
        arguments: [
            ("", false), ("a", true), ("a/b", false), ("..", false), (".a", false), ("a.b", true), ("a\0", false),
            ("a\nb", false), ("a\u{1B}[2J", false), ("a\u{85}", false),
            ("käse 1", true), (String(repeating: "x", count: 200), true), (String(repeating: "x", count: 201), false),
        ])
    func names(_ name: String, _ isValid: Bool) throws {
        #expect(PlaylistName.isValid(name) == isValid)
        if isValid {
            #expect(try store.save([], as: name) == 0)
            #expect(try store.entries(of: name).isEmpty)
            try store.remove(name)
            #expect(throws: PlaylistFault.notFound(name)) { try store.remove(name) }
        } else {
            #expect(throws: PlaylistFault.name(name)) { try store.save([], as: name) }
            #expect(throws: PlaylistFault.name(name)) { try store.entries(of: name) }
            #expect(throws: PlaylistFault.name(name)) { try store.remove(name) }
        }
    }

    @Test("no folder is no playlists; other files in it are none either")
    func list() throws {
        #expect(try store.list().isEmpty)
        for name in ["10.m3u8", "9.m3u", "9.m3u8", "x.txt", ".hidden.m3u8", "y.m3u8.3.new", "z.pls"] {
            folder.write("lists/" + name, "/a.mp3\n")
        }
        folder.makeFolder("lists/folder.m3u8")
        #expect(try store.list().map(\.name) == ["9", "10"])
    }
}

@Suite struct AlbumOrderTests {
    @Test("files stand by album, disc, track and name, what is unknown last")
    func order() {
        func file(_ name: String, _ album: String?, _ disc: Int?, _ track: Int?) -> AlbumOrder.File {
            var tags = Tags()
            tags.album = album
            tags.disc = disc
            tags.track = track
            return AlbumOrder.File(name: Array(name.utf8), tags: tags)
        }
        let files = [
            file("z", "A 2", 1, 1), file("y", "A 2", 1, 2), file("a", "A 2", 2, 1), file("b", "A 2", 2, nil),
            file("c", "A 2", nil, 1), file("d", "A 10", 1, 1), file("e", nil, nil, 1), file("2", nil, nil, nil),
            file("10", nil, nil, nil),
        ]
        for _ in 0..<5 {
            #expect(AlbumOrder.sorted(files.shuffled()).map(\.name) == files.map(\.name))
        }
    }
}
