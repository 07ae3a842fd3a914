import JSON
import Playback
import Testing

@testable import MoodDaemon

@Suite struct EventCodingTests {
    private static let entry = EntryID(rawValue: 7)
    private static let ticket = Ticket(rawValue: .max)

    private static var track: Track {
        var track = Track(uri: "file:///music/%FF \"x\".mp3")
        track.title = "T\u{0}\n"
        track.artists = ["A", "B"]
        track.album = "Al"
        track.albumArtist = "AA"
        track.disc = 2
        track.number = 3
        track.date = "1999"
        track.genre = "g"
        track.duration = 1.0 / 3
        track.artwork = "/a.jpg"
        track.isLive = true
        track.mood = "calm"
        track.songID = "s"
        return track
    }

    private static var restoration: Restoration {
        var restoration = Restoration(
            mood: Mood(name: "calm", source: nil, score: 0.1),
            place: Restoration.Place(entry: entry, position: 0.1 + 0.2, state: .paused))
        restoration.dropped = [entry]
        restoration.placements = [Restoration.Placement(entry: entry, place: 4)]
        restoration.turns = [Restoration.Placement(entry: entry, place: 5)]
        restoration.playedTurns = 1
        restoration.order = [entry, EntryID(rawValue: 1)]
        restoration.history = Restoration.History(entries: [entry], back: 0)
        restoration.removed = Queue(
            entries: [Entry(id: entry, track: track, unavailable: "gone")], nextID: 9, version: 12)
        return restoration
    }

    static var edits: [Edit] {
        [
            .add(Addition([track, Track(uri: "/b"), track, track], at: .index(3), plays: true, batch: "b")),
            .add(Addition([], at: .next, replaces: true)), .add(Addition([track])), .remove([entry]), .remove([]),
            .move([entry], to: .next), .move([], to: .index(0)), .clear(keepCurrent: true), .shuffle,
            .sort(.duration, descending: true), .sort(.title, descending: false),
            .setMood(Mood(name: "m", source: "s", score: 1), [track]), .leaveMood, .restore(restoration),
        ]
    }

    static var commands: [Command] {
        edits.map { .edit($0, heard: 1.0 / 3) } + [
            .play(entry), .play(nil), .pause, .toggle, .stop, .next, .previous(heard: nil), .previous(heard: 0.1),
            .random, .step(-1), .seek(.absolute(1e-7), heard: 2), .seek(.offset(-5), heard: nil),
            .seek(.fraction(0.5), heard: nil),
            .modes(repeat: .one, shuffle: true, consume: nil, stopAfterCurrent: false),
            .modes(repeat: nil, shuffle: nil, consume: nil, stopAfterCurrent: nil), .volume(.min), .changeVolume(.max),
            .mute(true), .mute(nil), .edit(.shuffle, heard: nil), .undo, .refill([track]),
            .tracksRead([entry: track, EntryID(rawValue: 8): Track(uri: "/c")]), .mark(entry, unavailable: "x"),
            .renew(entry, uri: nil, heard: 1.5),
            .mark(entry, unavailable: nil), .sleepElapsed(finishTrack: true), .sleepCancelled, .fadeOut(seconds: 3),
            .interrupt(true), .interrupt(false),
            .configure(Player.Options(previousRestartsAfter: 3)), .configure(Player.Options()),
            .restored(resume: .playing, position: 3, of: entry), .restored(resume: .stopped, position: nil, of: nil),
            .markCrashed(entry),
        ]
    }

    static var reports: [EngineReport] {
        [
            .written(ticket), .started(ticket), .ended(ticket), .failed(ticket, .unplayable(reason: "r")),
            .failed(ticket, .expired(reason: "e")), .station(ticket, name: "n"), .station(ticket, name: nil),
            .buffered(ticket), .tags(ticket, track),
            .failed(ticket, .folderMissing(path: "/mnt")), .stalled(ticket, .waiting),
            .stalled(ticket, .source("s")), .stalled(ticket, .output("o")),
            .duration(ticket, seconds: 1.0 / 3), .duration(ticket, seconds: nil), .title(ticket, "t"),
            .volume(level: 3, muted: true), .output(OutputStatus(name: "n", state: .unavailable, fault: "f")),
            .output(OutputStatus(name: "n", state: .idle)), .corked(true), .unplugged,
        ]
    }

    private func written(_ event: Event) -> [UInt8] {
        var writer = JSONWriter()
        EventWriter.write(event, to: &writer)
        return writer.bytes
    }

    @Test("every event is read as it was written")
    func roundTrip() {
        for event in Self.commands.map(Event.command) + Self.reports.map(Event.report) {
            let bytes = written(event)
            let read = bytes.withUnsafeBytes { EventReader.read($0) }
            #expect(read == event, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test("a record cut anywhere is none, and does no harm")
    func cut() {
        let bytes = written(.command(.edit(.restore(Self.restoration), heard: 1)))
        for length in bytes.indices {
            #expect(bytes[..<length].withUnsafeBytes { EventReader.read($0) } == nil)
        }
    }

    @Test(
        "what isn't known here is no event",
        arguments: [
            "{}", "[]", "{\"command\":\"dance\"}", "{\"report\":\"started\"}", "{\"command\":\"step\"}",
            "{\"command\":\"edit\",\"edit\":\"mix\"}", "{\"command\":\"edit\",\"edit\":\"sort\",\"by\":\"mood\"}",
            "{\"command\":\"restored\",\"state\":\"dancing\"}", "{\"command\":\"next\"}x",
        ])
    func unknown(_ json: String) {
        #expect(Array(json.utf8).withUnsafeBytes { EventReader.read($0) } == nil)
    }

    @Test("figures out of range are put right, so that replaying them traps nowhere")
    func outOfRange() {
        let json = """
            {"command":"edit","edit":"restore","restoration":{"turns":[1,2],"playedTurns":-5,"insertedTurns":99,
            "history":[1],"back":-3,"position":-1,"state":"x","placements":[9,4294967295],"dropped":[4294967295]}}
            """
        let event = Array(json.utf8).withUnsafeBytes { EventReader.read($0) }
        var player = Player(seed: 1)
        _ = player.handle(.command(.modes(repeat: nil, shuffle: true, consume: nil, stopAfterCurrent: nil)))
        _ = player.handle(
            .command(.edit(.add(Addition([Track(uri: "/a"), Track(uri: "/b")], plays: true)), heard: nil)))
        if let event { _ = player.handle(event) }
        #expect(event != nil)
        #expect(player.queue.count == 2)
    }
}
