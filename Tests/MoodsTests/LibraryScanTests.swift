import EventLoop
import Files
import Glibc
import TestSupport
import Testing

@testable import Moods

@Suite struct LibraryScanTests {
    private static let files = ["a/One.mp3", "a/Two.mp3", "b/c/Three.flac", "Four.ogg"]

    @Test("opens only what is new or was changed, and forgets what is gone")
    func renewal() throws {
        let library = LibraryFixture(Self.files)
        #expect(try library.scan() == LibraryChanges(added: 4))
        #expect(try library.scan() == LibraryChanges())
        #expect(library.reads.withLock { $0.count } == 4)

        library.folder.write("Music/a/Two.mp3", "longer")
        library.folder.write("Music/d/Five.mp3")
        unlink(library.music + "/Four.ogg")
        library.reads.withLock { $0 = [] }
        #expect(try library.scan() == LibraryChanges(added: 1, changed: 1, removed: 1))
        #expect(library.reads.withLock { $0 } == [library.music + "/a/Two.mp3", library.music + "/d/Five.mp3"])

        rename(library.music + "/a", library.music + "/z")
        #expect(try library.scan() == LibraryChanges(added: 2, removed: 2))
        #expect(try library.find("").sorted() == ["Five", "One", "Three", "Two"])
    }

    @Test("a folder by itself and all folders agree on what links lead to")
    func links() throws {
        let library = LibraryFixture(Self.files)
        library.folder.link("Music/a/up", to: "..")
        library.folder.link("Music/a/c", to: "../b/c")
        #expect(try library.scan() == LibraryChanges(added: 4))
        #expect(try library.scan(library.music + "/a") == LibraryChanges())
        #expect(try library.scan() == LibraryChanges())
    }

    @Test("a music folder that is gone or empty leaves its part as it is", arguments: [true, false])
    func unmounted(isEmpty: Bool) throws {
        let library = LibraryFixture(Self.files)
        library.folder.write("Other/Six.mp3")
        let roots = [library.music, library.folder.path + "/Other"]
        try library.scan(roots: roots)
        rename(library.music, library.folder.path + "/away")
        if isEmpty { library.folder.makeFolder("Music") }
        unlink(library.folder.path + "/Other/Six.mp3")
        library.folder.write("Other/Seven.mp3")
        #expect(try library.scan(roots: roots) == LibraryChanges(added: 1, removed: 1))
        #expect(try library.find("").count == 5)
        #expect(try library.find("seven") == ["Seven"])
    }

    @Test("a music folder that is no longer one loses its part")
    func configuration() throws {
        let library = LibraryFixture(Self.files)
        library.folder.write("Other/Six.mp3")
        try library.scan(roots: [library.music, library.folder.path + "/Other"])
        #expect(try library.scan() == LibraryChanges(removed: 1))
    }

    @Test("one path is brought up to date by itself: a file, a folder, what is gone")
    func onePath() throws {
        let library = LibraryFixture(Self.files)
        try library.scan()
        for name in ["a/New.mp3", "b/New.mp3"] { library.folder.write("Music/" + name) }
        #expect(try library.scan(library.music + "/a/New.mp3") == LibraryChanges(added: 1))
        #expect(try library.scan(library.music + "/b/") == LibraryChanges(added: 1))
        unlink(library.music + "/a/One.mp3")
        #expect(try library.scan(library.music + "/a/One.mp3") == LibraryChanges(removed: 1))
        rename(library.music + "/b", library.folder.path + "/b")
        #expect(try library.scan(library.music + "/b") == LibraryChanges(removed: 2))
        #expect(try library.find("").sorted() == ["Four", "New", "Two"])
        for path in ["/etc", library.folder.path + "/Music2", library.music + "/cover.jpg"] {
            library.folder.write("Music/cover.jpg")
            #expect(throws: LibraryFault.self) { try library.scan(path) }
        }
    }

    @Test("what is no database, or one of another version, is replaced")
    func damage() throws {
        let library = LibraryFixture(Self.files)
        try library.scan()
        library.folder.write("cache/library.sqlite", String(repeating: "no database ", count: 4096))
        #expect(try library.find("") == [])
        #expect(try library.scan() == LibraryChanges(added: 4))
        let database = try Database(library.index.path)
        try database.execute("PRAGMA user_version = 77; DROP TABLE facts")
        #expect(try library.scan() == LibraryChanges(added: 4))
        #expect(try library.find("three") == ["Three"])
    }

    @Test("a page of the file that decays costs the index, not the daemon")
    func decay() async throws {
        let library = LibraryFixture((0..<300).map { "\($0 % 7)/Track number \($0).mp3" })
        try library.scan()
        let descriptor = open(library.index.path, O_WRONLY)
        for page in 1..<8 { pwrite(descriptor, [UInt8](repeating: 0xEE, count: 4096), 4096, off_t(page * 4096)) }
        close(descriptor)
        try await ControlThread.run { _ in
            let whole = Library(
                path: library.index.path, folders: [library.music], workers: FileWorkers(), read: library.reader)
            try await whole.update()
            guard case .tracks(_, let total) = try await whole.search(LibrarySearch("number"), offset: 0, limit: 1)
            else {
                return
            }
            #expect(total == 300)
        }
    }

    @Test("a scan that is told to stop stops, and what it had written stays")
    func cancellation() throws {
        let library = LibraryFixture(Self.files)
        let scan = try LibraryScan(
            library.index, roots: [Array(library.music.utf8)],
            read: { path in ScannedFile() })
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: CancellationError.self) { try scan.run(seconds: 1, cancellation) }
        #expect(try library.scan() == LibraryChanges(added: 4))
    }

    @Test("names that aren't UTF-8 are kept as they are")
    func bytes() throws {
        let library = LibraryFixture()
        library.folder.write(Array("Music/".utf8) + [0xE9, 0xFF] + Array(".mp3".utf8), [])
        try library.scan()
        let tracks = try library.index.tracks(try library.index.tracks(found: LibrarySearch("mp3")))
        #expect(tracks.map(\.uri) == ["file://\(library.music)/%E9%FF.mp3"])
        #expect(tracks.allSatisfy { $0.isThere })
    }
}
