import EventLoop
import Glibc

/// Lets the machine wait a moment before it sleeps, while that is wanted (logind's delay inhibitors).
@ControlActor
final class SleepInhibitor {
    private let bus: BusConnection
    private var descriptor: Int32 = -1
    private var isAsking = false

    /// Whether the machine should wait.
    var isWanted = false {
        didSet { if isWanted != oldValue { adjust() } }
    }

    init(on bus: BusConnection) {
        self.bus = bus
        bus.observe { [unowned self] isOpen in
            isAsking = false
            if isOpen { adjust() }
        }
    }

    isolated deinit {
        release()
    }

    private func adjust() {
        guard isWanted else { return release() }
        guard descriptor < 0, !isAsking, bus.isOpen else { return }
        isAsking = true
        bus.call(
            LoginManager.method("Inhibit"),
            [.string("sleep"), .string("mood"), .string("The music pauses"), .string("delay")], answering: ["h"]
        ) { [unowned self] values in
            isAsking = false
            guard isWanted, case .descriptor(let lent)? = values?.first else { return }
            descriptor = fcntl(lent, F_DUPFD_CLOEXEC, 0)
        }
    }

    private func release() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
    }
}
