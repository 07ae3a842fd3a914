import DaemonSupport
import Foundation
import JSON
import TestSupport
import Testing

/// What is wrong is told in one line, and costs nothing: the queue and the music are as they were.
@Suite(.serialized) struct FaultTests {
    enum Bad: String, CaseIterable {
        case missing = "nowhere.mp3"
        case withoutMusic = "folder"
        case text = "text.mp3"
        case empty = "empty.mp3"
        case device = "fifo.mp3"
    }

    @Test(arguments: Bad.allCases) func whatCannotBePlayedIsRefusedAndTheMusicGoesOn(bad: Bad) throws {
        let daemon = try PrivateDaemon()
        let folder = daemon.home.appending(path: "music")
        let files = try Music.fill(folder, count: 2)
        let path = folder.appending(path: bad.rawValue)
        switch bad {
        case .missing: break
        case .withoutMusic:
            try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
            try Data("a cover".utf8).write(to: path.appending(path: "cover.jpg"))
        case .text: try Data("This is no music, whatever its name says.\n".utf8).write(to: path)
        case .empty: try Data().write(to: path)
        case .device: #expect(mkfifo(path.path, 0o600) == 0)
        }
        try daemon.start()
        #expect(daemon.moodctl("play", files[0], files[1]).code == 0)
        for command in ["add", "insert", "play"] {
            let refused = daemon.moodctl(command, path.path)
            #expect(refused.code == 1, "\(command): \(refused)")
            #expect(isOneLine(refused.errors), "\(command): \(refused)")
        }
        let status = try daemon.connect().call("status")
        #expect(status["state"]?.string == "playing" && status["index"]?.integer == 0)
        #expect(status["queueLength"]?.integer == 2)
    }

    @Test func ofSeveralTheFirstThatCanBePlayedPlays() throws {
        let daemon = try PrivateDaemon()
        let folder = daemon.home.appending(path: "music")
        _ = try Music.fill(folder, count: 2)
        try Data("no music".utf8).write(to: folder.appending(path: "00.mp3"))
        try daemon.start()
        let played = daemon.moodctl("play", folder.path)
        #expect(played.code == 0, "\(played)")
        let status = try daemon.connect().call("status")
        #expect(status["state"]?.string == "playing" && status["index"]?.integer == 1)
        let broken = daemon.moodctl("list", "--broken")
        #expect(broken.output.contains("00.mp3") && !broken.output.contains("\n2"), "\(broken)")
        let alone = daemon.moodctl("play", "1")
        #expect(alone.code == 1 && isOneLine(alone.errors), "\(alone)")
    }

    @Test func aSocketPathTooLongIsNamed() throws {
        let daemon = try PrivateDaemon()
        let long = daemon.home.path + "/" + String(repeating: "long", count: 30) + "/control.sock"
        for program in ["moodd", "moodctl"] {
            let environment = daemon.variables + ["MOOD_SOCKET=\(long)"]
            let refused = BuiltProgram(program).run([], environment: environment, limit: 10)
            #expect(refused.code > 0 && refused.code < 124, "\(program): \(refused)")
            #expect(refused.errors.contains("long") && isOneLine(refused.errors), "\(program): \(refused)")
        }
    }

    @Test func aSecondDaemonLeavesTheFirstAlone() throws {
        let daemon = try PrivateDaemon()
        let file = try Music.fill(daemon.home.appending(path: "music"), count: 1)[0]
        try daemon.start()
        #expect(daemon.moodctl("play", file).code == 0)
        let second = BuiltProgram("moodd").run([], environment: daemon.variables, limit: 10)
        #expect(second.code > 0 && second.code < 124 && second.errors.contains("running"), "\(second)")
        #expect(try daemon.connect().call("status")["state"]?.string == "playing")
    }

    @Test(arguments: ["queue.json", "queue.log", "position"])
    func aStateFileThatCannotBeReadIsSetAside(name: String) throws {
        let daemon = try PrivateDaemon()
        let folder = daemon.home.appending(path: "state/mood")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let damaged = Data((0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 37 ^ $0 >> 3) })
        try damaged.write(to: folder.appending(path: name))
        let file = try Music.fill(daemon.home.appending(path: "music"), count: 1)[0]
        try daemon.start()
        #expect(daemon.moodctl("play", file).code == 0)
        // The place is a second's worth, overwritten with each write; what the user made is kept.
        guard name != "position" else { return }
        let kept = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .contains { $0.lastPathComponent != name && (try? Data(contentsOf: $0)) == damaged }
        #expect(kept)
    }

    @Test func aFullDiskCostsTheSaveAndNotTheMusic() throws {
        let daemon = try PrivateDaemon()
        let folder = daemon.home.appending(path: "state")
        guard run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder.path]).code == 0 else {
            print("skipped: a small file system can't be mounted here")
            return
        }
        defer { _ = run(["umount", "--lazy", folder.path]) }
        let files = try Music.fill(daemon.home.appending(path: "music"), count: 3)
        try daemon.start()
        #expect(daemon.moodctl("play", files[0]).code == 0)
        _ = run(["dd", "if=/dev/zero", "of=\(folder.path)/full", "bs=4k"])
        for _ in 0..<300 { try daemon.connect().call("queue.add", ["items": .array([.string(files[1])])]) }
        #expect(daemon.moodctl("next").code == 0)
        let status = try daemon.connect().call("status")
        #expect(status["state"]?.string == "playing" && status["queueLength"]?.integer == 301)
        #expect(daemon.moodctl("info").output.contains("disk is full"))
        // Once there is space again, all of it is saved.
        try FileManager.default.removeItem(at: folder.appending(path: "full"))
        #expect(daemon.moodctl("add", files[2]).code == 0)
        #expect(eventually(seconds: 40) { !daemon.moodctl("info").output.contains("disk is full") })
        daemon.kill()
        try daemon.start()
        #expect(try daemon.connect().call("status")["queueLength"]?.integer == 302)
    }

    @Test func withoutASoundServerItWaitsAtTheSamePlaceUntilThereIsOne() throws {
        let server = try SoundServer(.pulseaudio)
        server.kill()
        let daemon = try PrivateDaemon(configuration: "", soundServer: server.address)
        let files = try Music.fill(daemon.home.appending(path: "music"), count: 3)
        try daemon.start()
        let refused = daemon.moodctl("play", files[0], files[1], files[2])
        #expect(refused.code == 1 && refused.errors.contains("sound server"), "\(refused)")
        #expect(daemon.moodctl("status").output.contains("[stalled] #1/3"))
        try server.start()
        let connection = try daemon.connect()
        #expect(try eventually(seconds: 30) { try place(connection) > 1 })
        server.kill()
        #expect(eventually { daemon.moodctl("status").output.contains("[stalled] #1/3") })
        let before = try place(connection)
        try server.start()
        #expect(try eventually(seconds: 30) { try connection.call("status")["stalled"]?.bool == false })
        let after = try place(connection)
        #expect(after > before - 1 && after < before + 5, "\(before) became \(after)")
        #expect(daemon.moodctl("status").output.contains("[playing] #1/3"))
    }

    private func isOneLine(_ text: String) -> Bool { text.count > 1 && text.firstIndex(of: "\n") == text.indices.last }
}
