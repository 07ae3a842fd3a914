import Playback
import TestSupport
import Testing

@testable import MoodDaemon

@Suite struct SnapshotFileTests {
    let folder = TemporaryFolder()
    var path: String { folder.path + "/queue.json" }

    @Test("a player is read as it was written, and goes on in the same way", arguments: 0..<20 as Range<UInt64>)
    func roundTrip(_ seed: UInt64) throws {
        var events = RandomEvents(seed: seed)
        var player = Player(seed: seed)
        for _ in 0..<150 { _ = player.handle(events.next(for: player)) }
        let size = try SnapshotFile(sequence: 9, movedAt: 4, player: player.snapshot).write(to: path)
        let read = try #require(try SnapshotFile.read(from: path))
        #expect(read.snapshot.player.difference(from: player.snapshot) == nil)
        #expect(read.snapshot.sequence == 9)
        #expect(read.snapshot.movedAt == 4)
        #expect(read.size == size)

        var restored = Player(snapshot: read.snapshot.player)
        for _ in 0..<150 {
            let event = events.next(for: player)
            if event == .command(.undo) { continue }
            _ = player.handle(event)
            _ = restored.handle(event)
        }
        #expect(restored.snapshot.difference(from: player.snapshot) == nil)
    }

    @Test("a file cut anywhere, of another version or of no sense is unreadable")
    func unreadable() throws {
        var player = Player(seed: 1)
        var events = RandomEvents(seed: 1)
        for _ in 0..<30 { _ = player.handle(events.next(for: player)) }
        _ = try SnapshotFile(player: player.snapshot).write(to: path)
        let bytes = try #require(folder.read("queue.json"))
        for length in Array(stride(from: 0, to: bytes.count - 1, by: 37)) + [bytes.count - 2] {
            folder.write(Array("queue.json".utf8), Array(bytes[..<length]))
            #expect(throws: SnapshotFile.Unreadable.self) { try SnapshotFile.read(from: path) }
        }
        for text in ["{\"version\":2}", "{}", "[]", "{\"version\":1,\"queue\":{\"entries\":[{\"uri\":\"/a\"}]}}"] {
            folder.write("queue.json", text)
            #expect(throws: SnapshotFile.Unreadable.self) { try SnapshotFile.read(from: path) }
        }
        folder.write("queue.json", "{\"version\":1}")
        #expect(try SnapshotFile.read(from: path)?.snapshot.player.difference(from: Player.Snapshot()) == nil)
    }

    @Test("what somebody wrote into the file does no harm")
    func edited() throws {
        folder.write(
            "queue.json",
            """
            {"version":1,"sequence":-1,"player":{"current":99,"state":"dancing","volume":1000,"start":-5,"shuffle":true,
            "playOrder":{"cycle":[1,1],"played":77,"inserted":-1,"history":[5],"back":9},"followers":[4,4,5],
            "follows":true,"passedOver":[44],"failures":-1},
            "queue":{"nextID":0,"entries":[[1,""],[2,"/b",null],[2,"/c",null,null,null,null,null,null,"x"]]}}
            """)
        let read = try #require(try SnapshotFile.read(from: path))
        var player = Player(snapshot: read.snapshot.player)
        #expect(player.queue.order.map(\.rawValue) == [1, 2])
        var events = RandomEvents(seed: 5)
        for _ in 0..<100 { _ = player.handle(events.next(for: player)) }
    }
}
