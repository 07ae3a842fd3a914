import EventLoop
import MoodProtocol
import Playback

/// What `systemctl status` shows: one line about what plays, sent when it has changed.
@ControlActor
final class StatusLine {
    private let control: PlayerControl
    private var sending: DeferredSource?
    private var sent = ""

    init(_ control: PlayerControl, on loop: EventLoop) throws(SystemError) {
        self.control = control
        // Whoever caused the change is answered first.
        sending = try loop.deferred { [unowned self] in send() }
        control.observe { [unowned self] topics in
            if topics.contains(.player) { sending?.schedule() }
        }
    }

    /// The line as it should be.
    var text: String {
        let player = control.player
        guard let entry = player.current.flatMap({ player.queue.entry($0) }) else { return "The queue is empty" }
        // The service manager takes a datagram of limited length, and shows a line.
        let name = MoodProtocol.Entry.name(of: entry.track).shown(upTo: 256)
        switch player.state {
        case .playing: return player.isStalled ? "Waiting: \(name)" : "Playing: \(name)"
        case .paused: return "Paused: \(name)"
        case .stopped: return "Stopped: \(name)"
        }
    }

    private func send() {
        let text = text
        guard text != sent else { return }
        sent = text
        Service.status(text)
    }
}
