import EventLoop
import Playback

/// Pauses before the machine sleeps, and goes on after it where the music was.
@ControlActor
public final class SleepPause {
    private enum Phase: Equatable {
        case awake
        /// The music was told to pause; the machine waits until it is silent.
        case fallingAsleep(sink: String?)
        case asleep(sink: String?)
        /// The sink is to be the one that it was; a sound server needs a moment to notice that it isn't.
        case waking(sink: String?, isSettled: Bool)
    }

    /// Seconds between two looks whether it is silent, and looks at most.
    private static let interval = 0.02
    private static let mostLooks = 100
    /// Seconds after waking before the sink is looked at, and after those in which it may come back.
    private static let settling = 1.0
    private static let patience = 9.0

    private unowned let session: any DesktopPlayer
    private let bus: BusConnection
    private let inhibitor: SleepInhibitor
    private var timer: TimerSource?
    private var phase = Phase.awake
    private var looks = 0

    /// Whether sleep pauses the music.
    public var isOn = false {
        didSet { playerChanged() }
    }

    /// Off until `isOn` is set; it listens on the machine's bus.
    public init(_ session: any DesktopPlayer, on bus: BusConnection, _ loop: EventLoop) throws(SystemError) {
        self.session = session
        self.bus = bus
        inhibitor = SleepInhibitor(on: bus)
        timer = try loop.timer(accuracy: 0.01) { [unowned self] in timeIsUp() }
        bus.observe { [unowned self] isOpen in
            if isOpen { listen() }
        }
    }

    /// To be called when the player changed.
    public func playerChanged() {
        if case .waking(let sink, isSettled: true) = phase { goOn(with: sink) }
        if phase != .awake, session.player.interruption != .sleep { wakeUp() }
        inhibit()
    }

    private func inhibit() {
        let isFallingAsleep = if case .fallingAsleep = phase { true } else { false }
        inhibitor.isWanted = isOn && (session.player.state == .playing || isFallingAsleep)
    }

    private func listen() {
        bus.watch(
            sender: LoginManager.name, path: LoginManager.path, interface: LoginManager.interface,
            member: "PrepareForSleep", ["b"]
        ) { [unowned self] values in
            if values == [.boolean(true)] { fallAsleep() } else { rise() }
        }
    }

    private func fallAsleep() {
        guard isOn, session.player.state == .playing else { return }
        phase = .fallingAsleep(sink: session.player.output?.name)
        looks = 0
        session.perform(.interrupt(true))
        timer?.arm(after: Self.interval)
    }

    private func rise() {
        switch phase {
        case .fallingAsleep(let sink), .asleep(let sink):
            phase = .waking(sink: sink, isSettled: false)
            timer?.arm(after: Self.settling)
        case .awake, .waking: return
        }
    }

    private func timeIsUp() {
        switch phase {
        case .fallingAsleep(let sink):
            looks += 1
            if session.isSounding, looks < Self.mostLooks {
                timer?.arm(after: Self.interval)
            } else {
                phase = .asleep(sink: sink)
                inhibit()
            }
        case .waking(let sink, isSettled: false):
            phase = .waking(sink: sink, isSettled: true)
            timer?.arm(after: Self.patience)
            goOn(with: sink)
        case .waking(_, isSettled: true):
            wakeUp()
            session.perform(.pause)
        case .awake, .asleep: return
        }
    }

    /// Plays, if nobody paused meanwhile and the sink is there.
    private func goOn(with sink: String?) {
        let output = session.player.output
        guard output?.name == sink, output?.state != .unavailable else { return }
        wakeUp()
        session.perform(.interrupt(false))
    }

    private func wakeUp() {
        phase = .awake
        timer?.disarm()
    }
}
