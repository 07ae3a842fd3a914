import CSystemd
import Glibc

/// What can happen to a descriptor, as epoll counts it.
public struct IOEvents: OptionSet, Sendable {
    /// The bits of epoll.
    public let rawValue: UInt32

    /// Takes epoll's bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// There is something to read, or the end of it.
    public static let readable = IOEvents(rawValue: EPOLLIN.rawValue)
    /// There is room to write.
    public static let writable = IOEvents(rawValue: EPOLLOUT.rawValue)
    /// Both directions are closed; always reported.
    public static let hangUp = IOEvents(rawValue: EPOLLHUP.rawValue)
    /// The descriptor failed, or the reader of a pipe is gone; always reported.
    public static let failure = IOEvents(rawValue: EPOLLERR.rawValue)
}

/// A descriptor that is watched; it stays its owner's, who closes it after cancelling.
public final class IOSource: EventSource {
    private var ready: (@ControlActor (IOEvents) -> Void)?
    private var watched: IOEvents

    init(
        _ loop: OpaquePointer, _ descriptor: Int32, _ events: IOEvents,
        _ ready: @escaping @ControlActor (IOEvents) -> Void
    ) throws(SystemError) {
        self.ready = ready
        watched = events
        super.init()
        try adopt("watch descriptor \(descriptor)") { source in
            sd_event_add_io(
                loop, &source, descriptor, events.rawValue,
                { _, _, events, address in
                    EventSource.enter(address, as: IOSource.self) { $0.ready?(IOEvents(rawValue: events)) }
                }, address)
        }
    }

    /// Stops watching for good; the source's own handler may call it.
    public override func cancel() {
        super.cancel()
        ready = nil
    }

    /// What the handler is called for; with none, it is called for failures and hang-ups only.
    public var events: IOEvents {
        get { watched }
        set {
            guard newValue != watched else { return }
            watched = newValue
            withSource { sd_event_source_set_io_events($0, newValue.rawValue) }
        }
    }

    /// Whether the descriptor is watched at all; one that rests isn't called even for failures.
    public var isResting = false {
        didSet { withSource { sd_event_source_set_enabled($0, Int32(isResting ? SD_EVENT_OFF : SD_EVENT_ON)) } }
    }
}
