import EventLoop
import Playback

/// Says what begins to play: one notification a track, each in the place of the former.
@ControlActor
public final class TrackNotifications {
    private struct Subject: Equatable {
        let entry: EntryID
        let liveTitle: String?
    }

    /// Seconds that a track waits for its cover.
    private static let patience = 2.0

    private unowned let session: any DesktopPlayer
    private let sender: NotificationSender
    private var timer: TimerSource?
    private var told: Subject?
    private var awaited: Subject?

    /// Whether they are wanted.
    public var isOn = false {
        didSet { if isOn != oldValue { playerChanged() } }
    }

    /// Off until `isOn` is set.
    public init(_ session: any DesktopPlayer, _ sender: NotificationSender, on loop: EventLoop) throws(SystemError) {
        self.session = session
        self.sender = sender
        timer = try loop.timer(accuracy: 0.1) { [unowned self] in tell() }
    }

    /// To be called when the player or its cover changed.
    public func playerChanged() {
        guard isOn, session.player.state == .playing, !session.player.isStalled, let subject, subject != told else {
            awaited = nil
            timer?.disarm()
            return
        }
        if session.isCoverKnown { return tell() }
        guard subject != awaited else { return }
        awaited = subject
        timer?.arm(after: Self.patience)
    }

    private var subject: Subject? {
        session.player.current.map { Subject(entry: $0, liveTitle: session.player.liveTitle) }
    }

    private func tell() {
        timer?.disarm()
        awaited = nil
        guard let subject, let track = session.player.queue.entry(subject.entry)?.track else { return }
        told = subject
        let lines = [track.artists.joined(separator: ", "), track.album ?? ""].filter { !$0.isEmpty }
        sender.show(
            DesktopNotification(
                summary: subject.liveTitle ?? session.title(of: track), body: lines.joined(separator: "\n"),
                image: session.cover, isTransient: true),
            inPlaceOf: "track")
    }
}
