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
    private var covers: CoverFollower?
    private var mediaPlayer: MediaPlayer?
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
        place = (control.player.current, control.player.state)
        covers = CoverFollower(control, finder) { [unowned self] in mediaPlayer?.playerChanged() }
        mediaPlayer = try MediaPlayer(self, on: session, loop)
        session.observe { [unowned self] isOpen in
            if isOpen { covers?.follow() }
        }
        control.observe { [unowned self] _ in playerChanged() }
        // Nobody's start waits for a bus.
        connecting = try loop.deferred { [unowned self] in connect() }
        connecting?.schedule()
    }

    private func connect() {
        session.retry()
    }

    private func playerChanged() {
        let former = place
        place = (control.player.current, control.player.state)
        if place != former { connecting?.schedule() }
        guard session.isOpen else { return }
        covers?.follow()
        mediaPlayer?.playerChanged()
    }

    // MARK: What the desktop asks

    var player: Player { control.player }
    var position: Double? { control.position }
    var cover: String? { covers?.address }

    func address(of track: Track) -> String {
        Location.path(uri: track.uri).map { Location.address(path: $0) } ?? track.uri
    }

    func title(of track: Track) -> String {
        track.title ?? MoodProtocol.Entry.fileName(of: track) ?? track.uri
    }

    func perform(_ command: Command) {
        _ = try? control.perform(command)
    }

    func add(_ address: String, at destination: Destination?, plays: Bool) {
        additions.add(address, at: destination, plays: plays)
    }

    func quit() {
        end()
    }
}
