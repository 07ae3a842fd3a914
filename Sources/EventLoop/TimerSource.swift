import CSystemd
import Glibc

/// A timer that fires once each time it is armed.
public final class TimerSource: EventSource {
    /// What the time is counted on.
    public enum Clock: Sendable {
        /// Stands still while the machine sleeps.
        case monotonic
        /// Goes on while the machine sleeps; a time that passed meanwhile fires at waking up.
        case boottime

        var identifier: clockid_t {
            switch self {
            case .monotonic: CLOCK_MONOTONIC
            case .boottime: CLOCK_BOOTTIME
            }
        }
    }

    /// The longest wait, about 30 years in seconds: far from what microseconds in 64 bits could hold.
    private static let longest = 1e9

    /// Whether it will fire.
    public private(set) var isArmed = false

    init(_ loop: OpaquePointer, _ clock: Clock, accuracy: Double, _ handler: @escaping @ControlActor () -> Void)
        throws(SystemError)
    {
        super.init()
        self.handler = { [unowned self] in
            isArmed = false
            handler()
        }
        try adopt("make a timer") { source in
            sd_event_add_time(
                loop, &source, clock.identifier, 0, max(1, Self.microseconds(accuracy)),
                { _, _, address in EventSource.call(address) }, address)
        }
        disarm()
    }

    /// Fires in so many seconds, at the earliest; zero and less is at once.
    ///
    /// What was armed before is forgotten.
    public func arm(after seconds: Double) {
        isArmed = true
        withSource {
            sd_event_source_set_time_relative($0, Self.microseconds(seconds))
            sd_event_source_set_enabled($0, Int32(SD_EVENT_ONESHOT))
        }
    }

    /// Doesn't fire any more until it is armed again.
    public func disarm() {
        isArmed = false
        withSource { sd_event_source_set_enabled($0, Int32(SD_EVENT_OFF)) }
    }

    private static func microseconds(_ seconds: Double) -> UInt64 {
        seconds > 0 ? UInt64(min(seconds, longest) * 1e6) : 0
    }
}
