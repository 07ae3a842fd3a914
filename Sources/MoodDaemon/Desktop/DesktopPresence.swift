import Desktop
import EventLoop
import Media
import MoodProtocol
import Playback

/// The daemon's side of the desktop: it shows the player there, and carries out what is asked from there.
@ControlActor
final class DesktopPresence: DesktopPlayer {
    private let control: PlayerControl
    private let additions: AddHandlers
    private let end: @ControlActor () -> Void
    /// The bus of the user's session.
    let session: BusConnection
    private let machine: BusConnection
    /// Shows what else the user should know, too.
    let notifications: NotificationSender
    private var covers: CoverFollower?
    private var mediaPlayer: MediaPlayer?
    private var trackNotifications: TrackNotifications?
    private var sleepPause: SleepPause?
    private var connecting: DeferredSource?
    private var place: (current: EntryID?, state: Player.State)

    /// - Parameter end: ends the daemon, once whoever asked for it was answered.
    init(
        _ control: PlayerControl, _ additions: AddHandlers, _ finder: ArtworkFinder, on loop: EventLoop,
        end: @escaping @ControlActor () -> Void
    ) throws(SystemError) {
        self.control = control
        self.additions = additions
        self.end = end
        session = try BusConnection.session(on: loop)
        machine = try BusConnection.system(on: loop)
        notifications = NotificationSender(on: session)
        place = (control.player.current, control.player.state)
        covers = CoverFollower(control, finder) { [unowned self] in show() }
        mediaPlayer = try MediaPlayer(self, on: session, loop)
        trackNotifications = try TrackNotifications(self, notifications, on: loop)
        sleepPause = try SleepPause(self, on: machine, loop)
        session.observe { [unowned self] isOpen in
            if isOpen { covers?.follow() }
        }
        control.observe { [unowned self] _ in playerChanged() }
        // Nobody's start waits for a bus.
        connecting = try loop.deferred { [unowned self] in connect() }
    }

    /// Takes over what the configuration says about the desktop.
    func adopt(_ configuration: Configuration) {
        trackNotifications?.isOn = configuration.notifications
        sleepPause?.isOn = configuration.pauseOnSleep
        connecting?.schedule()
    }

    private func connect() {
        session.retry()
        if sleepPause?.isOn == true { machine.retry() }
    }

    private func playerChanged() {
        let former = place
        place = (control.player.current, control.player.state)
        if place != former { connecting?.schedule() }
        sleepPause?.playerChanged()
        guard session.isOpen else { return }
        covers?.follow()
        show()
    }

    private func show() {
        mediaPlayer?.playerChanged()
        trackNotifications?.playerChanged()
    }

    // MARK: What the desktop asks

    var player: Player { control.player }
    var position: Double? { control.position }
    var isSounding: Bool { control.timeline?.isRunning ?? false }
    var cover: String? { covers?.address }
    var isCoverKnown: Bool { covers?.isKnown ?? false }

    func address(of track: Track) -> String {
        Location.path(uri: track.uri).map { Location.address(path: $0) } ?? track.uri
    }

    func title(of track: Track) -> String {
        track.title ?? MoodProtocol.Entry.fileName(of: track) ?? track.uri
    }

    func perform(_ command: Command) {
        _ = try? control.perform(command)
    }

    func add(
        _ address: String, at destination: Destination?, plays: Bool,
        whenDone: @escaping @ControlActor (String?) -> Void
    ) {
        additions.add(address, at: destination, plays: plays) { whenDone($0?.message) }
    }

    func quit() {
        end()
    }
}
