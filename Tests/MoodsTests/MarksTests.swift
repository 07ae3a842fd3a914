import EventLoop
import Files
import Glibc
import Playback
import TestSupport
import Testing

@testable import Moods

@Suite struct MarksTests {
    let folder = TemporaryFolder()
    private var file: MarksFile { MarksFile(path: "\(folder.path)/state/marks") }

    @Test("what was said of a track is there after any sequence of verdicts, the newest counts", arguments: 1..<10)
    func sequence(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var model = Marks()
        for _ in 0..<200 {
            let keys = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                MarkKey(rawValue: UInt64.random(in: 0...20, using: &generator) &* 0x0123_4567_89AB_CDEF)
            }
            let verdict = [Marks.Verdict.like, .ban, nil].randomElement(using: &generator)!
            let mood = ["calm", "late night", "спокойно"].randomElement(using: &generator)!
            try file.append(verdict, on: keys, in: mood)
            for key in keys { model.set(verdict, on: key, in: mood) }
        }
        #expect(try file.read() == model)
    }

    @Test("a file cut at any byte, or damaged at any, costs what was hit alone")
    func damage() throws {
        for key in 0..<5 as Range<UInt64> { try file.append(.like, on: [MarkKey(rawValue: key)], in: "calm") }
        let whole = folder.read("state/marks")!
        for length in 0...whole.count {
            folder.write(Array("state/marks".utf8), Array(whole[..<length]))
            let lines = whole[..<length].count { $0 == UInt8(ascii: "\n") }
            // A line that lacks its end alone is whole.
            let count = try file.read().count
            #expect(lines...lines + 1 ~= count)
            try file.append(.ban, on: [MarkKey(rawValue: 99)], in: "calm")
            #expect(try file.read().verdict(on: MarkKey(rawValue: 99), in: "calm") == .ban)
        }
        for place in whole.indices {
            var damaged = whole
            damaged[place] ^= 0x11
            folder.write(Array("state/marks".utf8), damaged)
            #expect(try file.read().count >= 3)
        }
    }

    @Test("a file of verdicts that no longer count becomes short, and says the same")
    func compaction() throws {
        for round in 0..<1200 { try file.append(round % 2 == 0 ? .like : .ban, on: [MarkKey(rawValue: 7)], in: "calm") }
        let size = folder.read("state/marks")!.count
        #expect(try file.read().verdict(on: MarkKey(rawValue: 7), in: "calm") == .ban)
        #expect(folder.read("state/marks")!.count < size / 100)
        #expect(try file.read().verdict(on: MarkKey(rawValue: 7), in: "calm") == .ban)
        #expect(folder.names(in: "state") == ["marks"])
    }

    @Test("marks are there for the daemon that follows one that was killed")
    func survival() async throws {
        let path = file.path
        let key = MarkKey(remote: Track(uri: "http://example.org/x.mp3"))
        try await ControlThread.run { _ in
            let workers = FileWorkers()
            try await MarkStore(path: path, workers: workers).set(.like, on: [key], in: "Calm")
            #expect(try await MarkStore(path: path, workers: workers).marks().verdict(on: key, in: "calm") == .like)
            let store = MarkStore(path: path, workers: workers)
            try await store.set(nil, on: [key], in: "calm")
            #expect(try await store.marks() == Marks())
        }
    }

    @Test("a file that can't be read is not written to either")
    func unreadable() async throws {
        folder.makeFolder("state")
        folder.makeFolder("state/marks")
        let path = file.path
        await ControlThread.run { _ in
            let store = MarkStore(path: path, workers: FileWorkers())
            await #expect(throws: SystemFault.self) {
                try await store.set(.like, on: [MarkKey(rawValue: 1)], in: "calm")
            }
        }
    }
}
