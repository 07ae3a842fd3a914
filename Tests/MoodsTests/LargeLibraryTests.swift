import EventLoop
import Glibc
import TestSupport
import Testing

@testable import Moods

/// A library as large as people have them: what it takes must not grow with what didn't change.
@Suite struct LargeLibraryTests {
    @Test("100,000 files are scanned, found and chosen from; one that changed is the only one that is read again")
    func hundredThousand() throws {
        let library = LibraryFixture()
        for folder in 0..<1000 {
            library.folder.makeFolder("Music/\(folder)")
            let paths = (0..<100).map { number in
                let genre = ["ambient", "metal", "tango"][number % 3]
                let title = folder * 100 + number
                return "\(library.music)/\(folder)/Artist \(folder % 300) - Title \(title) [\(genre)].mp3"
            }
            // Names of one file: nothing is read of them but the name.
            library.folder.write("one", "x")
            for path in paths where link("\(library.folder.path)/one", path) != 0 { throw SystemError("link \(path)") }
            unlink("\(library.folder.path)/one")
        }
        try expectLittleMemory(library)
        try timed("scanned") { () throws in #expect(try library.scan().added == 100_000) }
        library.reads.withLock { $0 = [] }

        let changed = "Music/7/Artist 7 - Title 743 [metal].mp3"
        unlink("\(library.folder.path)/\(changed)")
        library.folder.write(changed, "another one")
        try timed("scanned again") { () throws in
            let changes = try library.scan()
            #expect((changes.added, changes.changed, changes.removed) == (0, 1, 0))
        }
        #expect(library.reads.withLock { $0 } == ["\(library.folder.path)/\(changed)"])

        try timed("searched") { () throws in
            #expect(try library.find("artist title 99999") == ["Title 99999"])
            #expect(try library.index.tracks(found: LibrarySearch("tango")).count == 33_000)
            #expect(try library.index.groups(found: LibrarySearch("", by: .artist)).count == 300)
        }
        try timed("chosen") { () throws in
            let criteria = MoodCriteria(
                name: "calm", genres: GenreMatcher(["ambient"]), moods: ["calm"], marks: Marks())
            #expect(try library.index.candidates(criteria).fitting.count == 34_000)
        }
    }

    /// A folder is held at a time: a process of its own tells, as other tests take memory of this one.
    private func expectLittleMemory(_ library: LibraryFixture) throws {
        let probe = Program("LibraryProbe", ["\(library.folder.path)/probe.sqlite", library.music])
        defer {
            kill(probe.pid, SIGKILL)
            _ = probe.wait()
            close(probe.output)
        }
        #expect(probe.readLine() == "scanning")
        let memory = ownKilobytes(probe.pid)
        #expect(probe.readLine() == "scanned")
        let growth = ownKilobytes(probe.pid) - memory
        print("100,000 files scanned with \(growth) kB more")
        #expect(growth < 32 << 10 || underSanitizer)
    }

    private func timed(_ what: String, _ body: () throws -> Void) rethrows {
        let begin = Moment.now
        try body()
        print("100,000 files \(what) in \(Moment.now - begin) s")
    }
}
