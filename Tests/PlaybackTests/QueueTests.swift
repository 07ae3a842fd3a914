import Testing

@testable import Playback

/// The entries and their packed tracks.
@Suite struct QueueTests {
    @Test func aTrackComesOutAsItWentIn() {
        var track = Track(uri: "/music/Björk/07 - Jóga.mp3")
        track.title = "Jóga"
        track.artists = ["Björk", "Somebody"]
        track.album = "Homogenic"
        track.albumArtist = "Björk"
        track.disc = 1
        track.number = 7
        track.date = "1997-09-22"
        track.genre = "Electronic"
        track.duration = 305.2
        track.artwork = "/music/Björk/cover.jpg"
        track.isLive = true
        track.mood = "sad"
        track.songID = "abc"
        var bare = Track(uri: "")
        bare.title = ""
        var table = TrackTable()
        table.set(300, to: track)
        table.set(2, to: bare)
        #expect(table[300] == track && table[2] == bare && table[1] == nil && table[301] == nil && table[9999] == nil)
        #expect(
            table.mood(of: 300) == "sad" && table.uri(of: 300) == track.uri
        )
    }

    @Test func textsThatChangeAndGoLeaveTheOthersAlone() {
        var table = TrackTable()
        var expected: [EntryID: Track] = [:]
        var generator = SplitMix64(seed: 5)
        for step in 0..<5000 {
            let entry = EntryID(rawValue: UInt32(generator.number(below: 600)))
            if generator.number(below: 3) == 0 {
                table.remove(entry)
                expected[entry] = nil
            } else {
                var track = Track(uri: String(repeating: "x", count: generator.number(below: 90)) + "\(step)")
                track.title = step % 2 == 0 ? "title \(step)" : nil
                table.set(entry, to: track)
                expected[entry] = track
            }
        }
        for number in 0..<600 as Range<UInt32> {
            #expect(table[EntryID(rawValue: number)] == expected[EntryID(rawValue: number)])
        }
    }

    @Test func movingPutsTheFirstAtThePlace() {
        var rig = Rig(entries: 6)
        rig.send(.play(3))
        rig.send(.edit(.move([5, 1], to: .index(2)), heard: nil))
        #expect(rig.order == [2, 3, 5, 1, 4, 6] && rig.player.index == 1 && rig.follower?.entry == 5)
        rig.send(.edit(.move([6, 6, 99], to: .next), heard: nil))
        #expect(rig.order == [2, 3, 6, 5, 1, 4])
        rig.send(.edit(.move([99], to: .next), heard: nil))
        #expect(rig.refusal == .noSuchEntry)
        rig.send(.edit(.move([2], to: .index(.max)), heard: nil))
        #expect(rig.order == [3, 6, 5, 1, 4, 2])
        rig.send(.edit(.add(Addition(Rig.tracks(1, from: 7), at: .index(-5))), heard: nil))
        #expect(rig.order[0] == 7 && rig.player.index == 1)
    }

    @Test(arguments: [
        (SortKey.title, false, [3, 1, 2, 4] as [UInt32]), (.title, true, [2, 1, 3, 4]), (.artist, false, [3, 2, 1, 4]),
        (.album, false, [3, 1, 2, 4]), (.path, false, [2, 4, 1, 3]), (.duration, false, [1, 3, 2, 4]),
        (.duration, true, [2, 3, 1, 4]),
    ])
    func sorting(key: SortKey, descending: Bool, order: [UInt32]) {
        let rows: [(String, String?, String?, Int?, Double?)] = [
            ("/m/track 10.mp3", "beta", "Zoe", 2, 10), ("/m/track 2.mp3", "Gamma", "adam", 3, 30),
            ("/m/track 010b.mp3", "Alpha", "Adam", 1, 20), ("/m/track 9.mp3", nil, nil, nil, nil),
        ]
        var rig = Rig()
        let tracks = rows.map { uri, title, artist, number, duration in
            var track = Track(uri: uri)
            track.title = title
            track.artists = artist.map { [$0] } ?? []
            track.album = number.map { _ in "One" }
            track.number = number
            track.duration = duration
            return track
        }
        rig.send(.edit(.add(Addition(tracks)), heard: nil))
        rig.send(.edit(.sort(key, descending: descending), heard: nil))
        #expect(rig.order == order)
    }

    @Test func numbersAreNeverUsedTwice() {
        var rig = Rig(entries: 3)
        rig.send(.edit(.clear(keepCurrent: false), heard: nil))
        rig.add(2)
        #expect(rig.order == [4, 5])
        var restored = Player(snapshot: rig.player.snapshot)
        _ = restored.handle(.command(.edit(.remove([5]), heard: nil)))
        _ = restored.handle(.command(.edit(.add(Addition(Rig.tracks(1))), heard: nil)))
        #expect(restored.queue.order == [4, 6])
    }

    @Test func whatUndoNoLongerRemembersIsForgotten() {
        var rig = Rig(entries: 3)
        rig.send(.edit(.remove([2]), heard: nil))
        #expect(rig.player.queue.table.contains(2) && rig.player.queue.entry(2) == nil)
        for _ in 0..<20 { rig.send(.edit(.shuffle, heard: nil)) }
        #expect(!rig.player.queue.table.contains(2) && rig.player.queue.table.contains(1))
    }

    @Test func tagsReadLaterAreNoEdit() {
        var rig = Rig(entries: 3)
        rig.send(.play(nil))
        let depth = rig.player.undoDepth
        let version = rig.player.queue.version
        var track = Track(uri: "/music/2.mp3")
        track.title = "Better"
        rig.send(.tracksRead([2: track, 77: track]))
        #expect(rig.player.queue.entry(2)?.track == track && rig.player.undoDepth == depth)
        #expect(rig.player.queue.version > version && !rig.player.queue.contains(77))
        #expect(rig.follower?.entry == 2)
    }

    @Test func aQueueReadBackIsTheSame() {
        let rig = Rig(entries: 600)
        let queue = rig.player.queue
        let entries = queue.order.compactMap { queue.entry($0) }
        #expect(Queue(entries: entries, nextID: queue.nextID, version: queue.version) == queue)
    }

    @Test func theFollowerIsRenewedOnlyWhenItChanges() {
        var rig = Rig(entries: 6)
        rig.send(.play(2))
        func follows() -> Bool { rig.effects.contains { if case .engine(.follow) = $0 { true } else { false } } }
        for edit: Edit in [.remove([6]), .move([1], to: .index(4)), .add(Addition(Rig.tracks(1)))] {
            rig.send(.edit(edit, heard: nil))
            #expect(!follows(), "\(edit)")
        }
        rig.send(.edit(.remove([3]), heard: nil))
        #expect(follows() && rig.follower?.entry == 4)
        rig.set(Modes(repeat: .one))
        #expect(rig.follower?.entry == 2)
        rig.set(Modes(stopAfterCurrent: true))
        #expect(rig.follower == nil && follows())
    }
}
