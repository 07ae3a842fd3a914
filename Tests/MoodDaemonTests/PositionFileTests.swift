import Glibc
import Playback
import TestSupport
import Testing

@testable import MoodDaemon

@Suite struct PositionFileTests {
    let folder = TemporaryFolder()
    var path: String { folder.path + "/position" }
    let entry = EntryID(rawValue: 7)

    @Test("the newest record is read back, whichever slot it is in")
    func newest() {
        for count in 1...5 {
            do {
                let file = PositionFile(path: path)
                file.advance(to: 40)
                for index in 1...count { file.record(entry: entry, position: Double(index) + 0.25, isPlaying: true) }
            }
            let slot = PositionFile(path: path).former.first
            #expect(slot?.milliseconds == UInt32(count * 1000 + 250))
            #expect(slot?.entry == entry)
            #expect(slot?.logSequence == 40)
            #expect(slot?.isPlaying == true)
            #expect(slot?.isClean == false)
            #expect(slot.flatMap { BootMoment.now().seconds(since: $0.moment) } ?? 99 < 10)
        }
        #expect(folder.read("position")?.count == 64)
    }

    @Test("a slot torn at any byte leaves the one before it")
    func torn() throws {
        do {
            let file = PositionFile(path: path)
            file.record(entry: entry, position: 1, isPlaying: true)
            file.record(entry: entry, position: 2, isPlaying: true)
        }
        let bytes = try #require(folder.read("position"))
        let newer = PositionSlot.read(bytes[..<32].withUnsafeBytes { $0 })?.slot.milliseconds == 2000 ? 0 : 32
        for index in newer..<newer + 32 {
            var damaged = bytes
            damaged[index] ^= 0x10
            folder.write(Array("position".utf8), damaged)
            #expect(PositionFile(path: path).former.first?.milliseconds == 1000, "byte \(index)")
        }
    }

    @Test("numbers that wrap around still tell the newer slot")
    func wrapping() {
        func bytes(_ number: UInt32, _ milliseconds: UInt32) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 32)
            let slot = PositionSlot(
                entry: entry, milliseconds: milliseconds, logSequence: 1, moment: BootMoment(seconds: 1, boot: 1),
                isPlaying: false, isClean: true)
            bytes.withUnsafeMutableBytes { slot.write(to: $0, number: number) }
            return bytes
        }
        folder.write(Array("position".utf8), bytes(0, 2) + bytes(.max, 1))
        #expect(PositionFile(path: path).former.first?.milliseconds == 2)
        folder.write(Array("position".utf8), bytes(.max - 1, 1) + bytes(.max, 2))
        #expect(PositionFile(path: path).former.first?.milliseconds == 2)
    }

    @Test("after an orderly end nothing is recorded any more")
    func closed() {
        let file = PositionFile(path: path)
        file.record(entry: entry, position: 1, isPlaying: true)
        file.close(entry: entry, position: 2, isPlaying: true)
        file.record(entry: entry, position: 3, isPlaying: false)
        let slot = PositionFile(path: path).former.first
        #expect(slot?.milliseconds == 2000)
        #expect(slot?.isClean == true)
        #expect(slot?.isPlaying == true)
    }

    @Test("positions that no track has do no harm", arguments: [-1, .nan, .infinity, -.infinity, 1e300, 4_000_000])
    func strange(_ position: Double) {
        let file = PositionFile(path: path)
        file.record(entry: entry, position: position, isPlaying: true)
        #expect(PositionFile(path: path).former.first != nil)
    }

    @Test("no file, an empty one and a cut one hold nothing, and can be written")
    func empty() {
        for bytes in [nil, [], [UInt8](repeating: 0, count: 31), [UInt8](repeating: 0xFF, count: 64)] as [[UInt8]?] {
            if let bytes { folder.write(Array("position".utf8), bytes) }
            let file = PositionFile(path: path)
            #expect(file.former.isEmpty)
            file.record(entry: entry, position: 1, isPlaying: true)
            #expect(PositionFile(path: path).former.first?.milliseconds == 1000)
            unlink(path)
        }
        let nowhere = PositionFile(path: folder.path + "/no/folder/position")
        nowhere.record(entry: entry, position: 1, isPlaying: true)
        #expect(nowhere.former.isEmpty)
    }
}
