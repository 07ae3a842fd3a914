import EventLoop
import Playback

@testable import MoodDaemon

/// A player and its store, as a daemon has them.
@ControlActor
final class KeptPlayer {
    let store: StateStore
    var player: Player
    private(set) var faults: [String?] = []

    init(_ folder: String, seed: UInt64 = 1, on loop: EventLoop? = nil) {
        (store, player) = StateStore.open(folder: folder, workers: FileWorkers(), seed: seed)
        guard let loop else { return }
        try! store.begin(on: loop) { [unowned self] in
            player.snapshot
        } report: { [unowned self] fault in
            faults.append(fault)
        }
    }

    func handle(_ event: Event) {
        for event in player.records(of: event) { store.record(event, by: player) }
    }

    func add(_ count: Int) {
        var events = RandomEvents(seed: 3)
        handle(.command(.edit(.add(Addition(events.tracks(count), plays: true)), heard: nil)))
    }

    /// Begins as a daemon does.
    func restart(resume: Player.State = .paused, now: BootMoment = .now()) {
        for command in store.restart(player, resume: resume, now: now) { handle(.command(command)) }
    }
}
