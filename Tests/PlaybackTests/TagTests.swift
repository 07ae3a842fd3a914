import Playback
import Testing

/// What a track behind an address says of itself, once its bytes have arrived.
@Suite struct TagTests {
    private static let address = "http://host.example/two.mp3"

    private static func track(_ change: (inout Track) -> Void) -> Track {
        var track = Track(uri: address)
        change(&track)
        return track
    }

    private static let tags: Track = {
        var tags = Track(uri: "")
        tags.title = "Two"
        tags.artists = ["Art A", "Art B"]
        tags.album = "Al"
        tags.albumArtist = "Various"
        tags.disc = 1
        tags.number = 2
        tags.date = "1999-12-31"
        tags.genre = "Jazz"
        return tags
    }()

    private static func playing(_ track: Track) -> Rig {
        var rig = Rig()
        rig.send(.edit(.add(Addition([track, track], plays: true)), heard: nil))
        rig.sound()
        return rig
    }

    @Test(
        "tags fill what nobody told, and overwrite nothing",
        arguments: [
            track { _ in },
            track { $0.title = "List" },
            track { $0.artists = ["List"] },
            track {
                $0.album = "List"
                $0.albumArtist = "List"
                $0.date = "2000"
                $0.genre = "List"
            },
            track {
                $0.disc = 7
                $0.number = 9
                $0.duration = 100
                $0.artwork = "http://host.example/a.jpg"
                $0.mood = "calm"
                $0.songID = "s"
            },
        ])
    func fill(given: Track) throws {
        var rig = Self.playing(given)
        let ticket = try #require(rig.loaded?.ticket)
        let event = Event.report(.tags(ticket, Self.tags))
        let effects = rig.handle(event)
        let now = try #require(rig.player.queue.entry(1)?.track)
        #expect(now.title == given.title ?? "Two")
        #expect(now.artists == (given.artists.isEmpty ? ["Art A", "Art B"] : given.artists))
        #expect(now.album == given.album ?? "Al" && now.albumArtist == given.albumArtist ?? "Various")
        #expect(now.disc == given.disc ?? 1 && now.number == given.number ?? 2)
        #expect(now.date == given.date ?? "1999-12-31" && now.genre == given.genre ?? "Jazz")
        #expect(now.uri == Self.address && now.duration == given.duration && now.artwork == given.artwork)
        #expect(now.mood == given.mood && now.songID == given.songID)
        #expect(effects == [.record(event), .changed([.player, .queue])])
        #expect(rig.player.queue.entry(2)?.track == given, "the tags are the other entry's alone")
        #expect(rig.handle(event).isEmpty, "told again, nothing changes")
    }

    @Test func whatFollowsIsToldBeforeItsTurn() throws {
        var rig = Self.playing(Track(uri: Self.address))
        let ticket = try #require(rig.follower?.ticket)
        rig.handle(.report(.tags(ticket, Self.tags)))
        #expect(rig.player.queue.entry(1)?.track.title == nil && rig.player.queue.entry(2)?.track.title == "Two")
    }

    @Test("an order that is over and a live stream are left alone", arguments: [true, false])
    func leftAlone(isLive: Bool) throws {
        let given = Self.track { $0.isLive = isLive }
        var rig = Self.playing(given)
        let ticket = try #require(rig.loaded?.ticket)
        if !isLive { rig.send(.seek(.absolute(0), heard: 1)) }
        #expect(isLive || rig.loaded?.ticket != ticket)
        #expect(rig.handle(.report(.tags(ticket, Self.tags))).isEmpty)
        #expect(rig.player.queue.entry(1)?.track == given)
    }
}
