import Glibc
import TestSupport
import Testing

@testable import Moods

@Suite struct LibraryKillTests {
    @Test("killed in the midst of writing, the index is whole, and the next scan finishes it")
    func kill() throws {
        let library = LibraryFixture((0..<3000).map { "\($0 % 10)/\($0).mp3" })
        for round in 0..<8 as Range<UInt32> {
            let probe = Program("LibraryProbe", [library.index.path, library.music])
            #expect(probe.readLine() == "scanning")
            // It writes as long as it lives; at another moment each time, between two commits or within one.
            usleep(round * round * 4_000)
            Glibc.kill(probe.pid, SIGKILL)
            #expect(probe.wait() == -SIGKILL)
            close(probe.output)
            let verdict = try library.index.open { (database) throws(DatabaseFault) in
                let check = try database.prepare("PRAGMA integrity_check")
                return try check.step() ? check.text(0) : nil
            }
            #expect(verdict == "ok")
        }
        try library.scan()
        #expect(try library.index.tracks(found: LibrarySearch("mp3")).count == 3000)
        #expect(try library.scan() == LibraryChanges())
    }
}
