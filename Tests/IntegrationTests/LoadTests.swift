import DaemonSupport
import Foundation
import JSON
import TestSupport
import Testing

@Suite(.serialized) struct LoadTests {
    @Test func heldKeysAddUp() throws {
        let daemon = try PrivateDaemon()
        let file = try Music.fill(daemon.home.appending(path: "music"), count: 1)[0]
        try daemon.start()
        #expect(daemon.moodctl("play", file).code == 0)
        let begin = Date()
        for _ in 0..<20 { #expect(daemon.moodctl("seek", "+5").code == 0) }
        let position = try place(try daemon.connect())
        #expect(position >= 100 && position < 100 + Date().timeIntervalSince(begin) + 1)
    }

    @Test func whoFollowsTheQueueAloneIsToldWhichEntryIsTheCurrentOne() throws {
        let daemon = try PrivateDaemon()
        let folder = daemon.home.appending(path: "music")
        _ = try Music.fill(folder, count: 3)
        try daemon.start()
        #expect(daemon.moodctl("play", folder.path).code == 0)
        let connection = try daemon.connect()
        let topics = try connection.call("events.subscribe", ["topics": ["queue"]])["topics"]
        #expect(topics?["queue"]?["index"]?.integer == 0)
        #expect(daemon.moodctl("next").code == 0)
        #expect(try connection.event()["value"]?["index"]?.integer == 1)
    }

    @Test func whileTenThousandFilesAreAddedOthersAreAnswered() throws {
        let daemon = try PrivateDaemon()
        let folder = daemon.home.appending(path: "music")
        _ = try Music.fill(folder, count: 10_000, brief: true)
        try daemon.start()
        let (adder, other) = (try daemon.connect(), try daemon.connect())
        let begin = Date()
        let id = try adder.send("queue.add", ["items": .array([.string(folder.path)])])
        var waits: [TimeInterval] = []
        repeat {
            let asked = Date()
            try other.call("status")
            waits.append(Date().timeIntervalSince(asked))
        } while try !adder.hasInput()
        let added = try adder.answer(to: id)
        let whole = Date().timeIntervalSince(begin)
        #expect(added["added"]?.integer == 10_000)
        let longest = waits.max() ?? whole
        #expect(
            waits.count > 5 && longest < whole / 2, "\(waits.count) answers, the slowest after \(longest) of \(whole) s"
        )
        print("10,000 files added in \(whole) s, \(waits.count) answers meanwhile, the slowest \(longest * 1000) ms")
    }
}
