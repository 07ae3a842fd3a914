import Playback

@testable import MoodDaemon

/// Events as they may befall a player, in an order that nobody planned.
struct RandomEvents {
    var generator: SplitMix64
    private var songs = 0

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    mutating func tracks(_ count: Int) -> [Track] {
        (0..<count).map { _ in
            songs += 1
            var track = Track(uri: "/music/album \(songs / 10)/\(songs).mp3")
            track.title = songs % 7 == 0 ? nil : "Söng \"\(songs)\"\n"
            track.artists = ["Artist \(songs / 20)", "B"]
            track.album = "Album \(songs / 10)"
            track.number = songs % 10
            track.disc = songs % 30 == 0 ? 2 : nil
            track.duration = songs % 5 == 0 ? nil : 100 + 1 / Double(songs)
            track.isLive = songs % 11 == 0
            track.songID = songs % 13 == 0 ? "id\(songs)" : nil
            return track
        }
    }

    mutating func next(for player: Player) -> Event {
        let entries = player.queue.order
        let entry = entries.randomElement(using: &generator) ?? EntryID(rawValue: 1)
        let ticket = player.ticket ?? Ticket(rawValue: 0)
        let heard = Double.random(in: 0..<90, using: &generator)
        let some = entries.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
        switch Int.random(in: 0..<26, using: &generator) {
        case 0...3:
            let places: [Destination] = [.index(Int.random(in: 0...9, using: &generator)), .next, .end]
            return edit(
                .add(
                    Addition(
                        tracks(Int.random(in: 1...5, using: &generator)),
                        at: places.randomElement(using: &generator)!, plays: Bool.random(using: &generator))),
                heard)
        case 4: return edit(.remove(some), heard)
        case 5: return edit(.move(some, to: .index(Int.random(in: 0...9, using: &generator))), heard)
        case 6: return edit(.shuffle, heard)
        case 7: return edit(.sort(SortKey.allCases.randomElement(using: &generator)!, descending: true), heard)
        case 8: return edit(.setMood(Mood(name: "calm", source: "scan", score: 0.7), tracks(6)), heard)
        case 9: return .command(.undo)
        case 10: return .command(.undo)
        case 11: return .command(.play(entry))
        case 12: return .command(.play(nil))
        case 13: return .command(.next)
        case 14: return .command(.previous(heard: heard))
        case 15: return .command(.random)
        case 16: return .command(.seek(.offset(heard), heard: heard))
        case 17:
            return .command(
                .modes(
                    repeat: .allCases.randomElement(using: &generator), shuffle: Bool.random(using: &generator),
                    consume: Int.random(in: 0..<6, using: &generator) == 0, stopAfterCurrent: nil))
        case 18: return .command(.volume(Int.random(in: 0...100, using: &generator)))
        case 19: return .command(.toggle)
        case 20: return .report(.started(ticket))
        case 21: return .report(.started(player.snapshot.follower?.ticket ?? ticket))
        case 22: return .report(.ended(ticket))
        case 23: return .report(.failed(ticket, .unplayable(reason: "damaged")))
        case 24: return .report(.duration(ticket, seconds: heard + 1 / 3))
        default: return .command(.mark(entry, unavailable: "gone"))
        }
    }

    private func edit(_ edit: Edit, _ heard: Double) -> Event { .command(.edit(edit, heard: heard)) }
}

extension Player {
    /// Handles the event, and answers what belongs in the log.
    mutating func records(of event: Event) -> [Event] {
        handle(event).compactMap { if case .record(let event) = $0 { event } else { nil } }
    }
}

extension Player.Snapshot {
    /// What another one has differently; nil if nothing.
    func difference(from other: Player.Snapshot) -> String? {
        if self == other { return nil }
        func text(_ snapshot: Player.Snapshot) -> String {
            var snapshot = snapshot
            let order = snapshot.queue.order.map(\.rawValue)
            let entries = snapshot.queue.order.prefix(3).map { "\(snapshot.queue.entry($0) as Any)" }
            let figures = "\(snapshot.queue.version) \(snapshot.queue.nextID)"
            snapshot.queue = Queue()
            return "\(order) \(figures) \(entries) \(snapshot)".prefix(3000).description
        }
        return "\(text(self))\n\(text(other))"
    }
}
