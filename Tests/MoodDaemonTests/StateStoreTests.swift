import EventLoop
import Files
import Glibc
import Playback
import TestSupport
import Testing

@testable import MoodDaemon

@Suite struct StateStoreTests {
    let folder = TemporaryFolder()
    var path: String { folder.path + "/mood" }

    private func restored() async -> Player.Snapshot {
        let path = path
        return await ControlThread.run { _ in KeptPlayer(path).player.snapshot }
    }

    /// Waits until the loop has done something that makes this true.
    @ControlActor
    private static func eventually(_ isMet: @ControlActor () -> Bool) async -> Bool {
        let deadline = time(nil) + 20
        while !isMet(), time(nil) < deadline {
            // A worker's turn, and the loop's.
            _ = try? await FileWorkers(threads: 1).run { _ in usleep(2000) }
        }
        return isMet()
    }

    @Test("killed at any moment, everything recorded is there again", arguments: 0..<10 as Range<UInt64>)
    func restored(_ seed: UInt64) async {
        let path = path
        await ControlThread.run { _ in
            var events = RandomEvents(seed: seed)
            for _ in 0..<4 {
                let kept = KeptPlayer(path, seed: seed)
                for _ in 0..<60 {
                    kept.handle(events.next(for: kept.player))
                }
                let again = KeptPlayer(path, seed: 99)
                #expect(again.player.snapshot.difference(from: kept.player.snapshot) == nil)
                #expect(again.store.faultsAtStart.isEmpty)
            }
        }
        #expect(mode(of: path) == 0o700)
        for name in ["queue.log", "position"] { #expect(mode(of: "\(path)/\(name)") == 0o600) }
    }

    @Test("songs whose addresses aren't kept stand in the order into which they were sorted")
    func sortedSongs() async {
        let path = path
        await ControlThread.run { _ in
            let kept = KeptPlayer(path)
            // By address it would be the other way round.
            let songs = (1...9).map { number in
                var song = Track(uri: "http://m.example/\(10 - number).mp3")
                (song.mood, song.songID) = ("calm", "\(number)")
                return song
            }
            kept.handle(.command(.edit(.add(Addition(songs.shuffled())), heard: nil)))
            kept.handle(.command(.edit(.sort(.path, descending: false), heard: nil)))
            let ids = { (player: Player) in player.queue.order.compactMap { player.queue.entry($0)?.track.songID } }
            #expect(ids(kept.player) == (1...9).map(String.init))
            #expect(ids(KeptPlayer(path).player) == ids(kept.player))
        }
    }

    private func mode(of path: String) -> mode_t {
        var status = stat()
        stat(path, &status)
        return status.st_mode & 0o777
    }

    @Test("a log that has grown becomes a snapshot, and nothing is lost that happens meanwhile")
    func compaction() async {
        let path = path
        await ControlThread.run { loop in
            let kept = KeptPlayer(path, on: loop)
            kept.add(20)
            // The events go on while workers write.
            for volume in 1...1200 {
                kept.handle(.command(.volume(volume % 100)))
                guard volume % 100 == 0 else { continue }
                _ = try? await FileWorkers().run { _ in }
                #expect(KeptPlayer(path).player.snapshot.difference(from: kept.player.snapshot) == nil)
            }
            #expect(await Self.eventually { folder.read("mood/queue.json") != nil })
            #expect(await Self.eventually { (folder.read("mood/queue.log")?.count ?? .max) < 60_000 })
            #expect(KeptPlayer(path).player.snapshot.difference(from: kept.player.snapshot) == nil)
            #expect(kept.faults.isEmpty)
        }
    }

    @Test("killed between any two steps of a compaction, nothing is lost")
    func compactionSteps() async throws {
        let path = path
        // The log before, and what is recorded while the worker writes.
        let (saved, before, after, end) = await ControlThread.run { _ in
            let kept = KeptPlayer(path)
            kept.add(5)
            let saved = SnapshotFile(sequence: 2, movedAt: 2, player: kept.player.snapshot)
            let before = folder.read("mood/queue.log")!
            for _ in 0..<3 { kept.handle(.command(.next)) }
            return (saved, before, folder.read("mood/queue.log")!, kept.player.snapshot)
        }
        #expect(try saved.write(to: folder.path + "/new.json") > 0)
        let snapshot = try #require(folder.read("new.json"))
        let rest = Array(after[before.count...])
        let steps: [(String, [String: [UInt8]])] = [
            ("before", ["queue.log": after]),
            ("snapshot half written", ["queue.log": after, "queue.json.new": Array(snapshot[..<40])]),
            ("snapshot written", ["queue.log": after, "queue.json.new": snapshot]),
            ("snapshot renamed", ["queue.log": after, "queue.json": snapshot]),
            ("log half copied", ["queue.log": after, "queue.json": snapshot, "queue.log.new": Array(rest[..<9])]),
            ("log copied", ["queue.log": after, "queue.json": snapshot, "queue.log.new": rest]),
            ("log renamed", ["queue.log": rest, "queue.json": snapshot]),
            ("log emptied after a full disk", ["queue.log": [], "queue.json": snapshot]),
        ]
        for (name, files) in steps {
            for file in ["queue.json", "queue.log", "queue.json.new", "queue.log.new"] { unlink("\(path)/\(file)") }
            for (file, bytes) in files { folder.write(Array("mood/\(file)".utf8), bytes) }
            let expected = files["queue.log"] == [] ? saved.player : end
            #expect(await restored().difference(from: expected) == nil, "\(name)")
            // And it goes on from there.
            let goesOn = await ControlThread.run { _ in
                let kept = KeptPlayer(path)
                kept.handle(.command(.volume(77)))
                return KeptPlayer(path).player.snapshot == kept.player.snapshot
            }
            #expect(goesOn, "\(name)")
        }
    }

    @Test("a torn last record is dropped, and the log goes on after it")
    func torn() async throws {
        let path = path
        await ControlThread.run { _ in
            let kept = KeptPlayer(path)
            kept.add(3)
            let before = kept.player.snapshot
            let length = folder.read("mood/queue.log")!.count
            kept.handle(.command(.volume(50)))
            truncate(path + "/queue.log", folder.read("mood/queue.log")!.count - 5)
            let again = KeptPlayer(path)
            #expect(again.player.snapshot.difference(from: before) == nil)
            #expect(again.store.faultsAtStart.isEmpty)
            #expect(folder.read("mood/queue.log")!.count == length)
            again.handle(.command(.volume(60)))
            #expect(KeptPlayer(path).player.snapshot.difference(from: again.player.snapshot) == nil)
        }
    }

    @Test("a snapshot that can't be read is kept under another name, and its log with it")
    func damagedSnapshot() async {
        let path = path
        folder.write("mood/queue.json", "{\"version\":99}")
        folder.write("mood/queue.log", "what went on from it")
        await ControlThread.run { _ in
            let kept = KeptPlayer(path)
            #expect(kept.player.queue.isEmpty)
            #expect(kept.store.faultsAtStart.count == 2)
            #expect(kept.store.faultsAtStart.first?.contains("its format is 99") == true)
            kept.add(2)
            #expect(KeptPlayer(path).player.snapshot.difference(from: kept.player.snapshot) == nil)
            #expect(KeptPlayer(path).store.faultsAtStart.isEmpty)
        }
        let kept = folder.names(in: "mood").filter { $0.contains(".unreadable-") }
        #expect(kept.count == 2)
        #expect(kept.compactMap { folder.text("mood/\($0)") }.sorted() == ["what went on from it", "{\"version\":99}"])
    }

    @Test("a log damaged in its middle is kept under another name; what came before goes on")
    func damagedLog() async throws {
        let path = path
        await ControlThread.run { _ in
            let kept = KeptPlayer(path)
            kept.add(3)
            let before = kept.player.snapshot
            let length = folder.read("mood/queue.log")!.count
            for level in 1...3 { kept.handle(.command(.volume(level))) }
            var bytes = folder.read("mood/queue.log")!
            bytes[length + 20] ^= 1
            folder.write(Array("mood/queue.log".utf8), bytes)
            let again = KeptPlayer(path)
            #expect(again.player.snapshot.difference(from: before) == nil)
            #expect(again.store.faultsAtStart.count == 1)
            again.handle(.command(.volume(60)))
            #expect(KeptPlayer(path).player.snapshot.difference(from: again.player.snapshot) == nil)
            let aside = folder.names(in: "mood").filter { $0.contains(".unreadable-") }
            #expect(aside.compactMap { folder.read("mood/\($0)") } == [bytes])
        }
    }

    @Test(
        "a full disk costs the save and not the music, is told once, and ends by itself",
        .enabled(if: getuid() == 0, "only root can mount a small disk"))
    func fullDisk() async throws {
        folder.makeFolder("disk")
        let disk = folder.path + "/disk"
        try #require(mount("tmpfs", disk, "tmpfs", 0, "size=64k") == 0)
        defer { umount2(disk, 0) }
        let path = disk + "/mood"
        await ControlThread.run { loop in
            let kept = KeptPlayer(path, on: loop)
            kept.add(3)
            folder.write(Array("disk/filler".utf8), [UInt8](repeating: 1, count: 40_000))
            kept.add(400)
            kept.add(2)
            #expect(kept.player.queue.count == 405)
            #expect(kept.faults.count == 1)
            #expect(kept.store.fault?.contains("the disk is full") == true)
            #expect(KeptPlayer(path).player.queue.count == 3)
            #expect(mount("tmpfs", disk, "tmpfs", UInt(MS_REMOUNT), "size=1m") == 0)
            kept.store.saveAgain()
            #expect(await Self.eventually { kept.store.fault == nil })
            #expect(kept.faults.count == 2)
            kept.handle(.command(.volume(33)))
            #expect(KeptPlayer(path).player.snapshot.difference(from: kept.player.snapshot) == nil)
        }
    }

    @Test("no folder can be made: the music plays, and the fault is told")
    func noFolder() async {
        folder.write("mood", "a file is in the way")
        let path = path
        await ControlThread.run { loop in
            let kept = KeptPlayer(path, on: loop)
            kept.restart()
            kept.add(3)
            #expect(kept.player.state == .playing)
            #expect(kept.faults.count == 1)
        }
        #expect(folder.text("mood") == "a file is in the way")
    }

    @Test("after a crash the music goes on from the place that was heard; after two at one entry, from the next")
    func crash() async {
        let path = path
        await ControlThread.run { _ in
            let first = KeptPlayer(path)
            first.restart()
            first.add(3)
            let entry = first.player.current!
            first.store.position.record(entry: entry, position: 61.5, isPlaying: true)
            let second = KeptPlayer(path)
            second.restart()
            #expect(second.player.state == .playing)
            #expect(second.player.current == entry)
            #expect(second.player.start == 61.5)
            let third = KeptPlayer(path)
            third.restart()
            #expect(third.player.state == .playing)
            #expect(third.player.current != entry)
            #expect(third.player.queue.unavailable(entry) == "crashed the player")
        }
    }

    @Test("after an orderly end the configuration decides, unless it was a moment ago; a seek since then counts")
    func orderlyEnd() async {
        let path = path
        await ControlThread.run { _ in
            let first = KeptPlayer(path)
            first.restart()
            first.add(3)
            first.store.close(first.player, position: 30)
            let now = BootMoment.now()
            let later = BootMoment(seconds: now.seconds + 60, boot: now.boot)
            let second = KeptPlayer(path)
            second.restart(resume: .paused, now: later)
            #expect(second.player.state == .paused)
            #expect(second.player.start == 30)
            second.handle(.command(.seek(.absolute(50), heard: nil)))
            second.store.close(second.player, position: 50)
            let third = KeptPlayer(path)
            third.restart(resume: .playing, now: now)
            #expect(third.player.state == .paused)
            #expect(third.player.start == 50)
        }
    }
}
