import EventLoop

/// Shows notifications through whichever server the desktop has; without one nothing happens.
@ControlActor
public final class NotificationSender {
    private struct Place {
        /// The number of what is shown there; 0 before the first one.
        var shown: UInt32 = 0
        var isSending = false
        var next: DesktopNotification?
    }

    private static let notify = BusMethod(
        destination: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
        interface: "org.freedesktop.Notifications", member: "Notify")

    private let bus: BusConnection
    private var places: [String: Place] = [:]
    /// Whether the bus may start a server: asked in vain once, it isn't asked with each track.
    private var mayStart = true

    /// Sends over the session's bus.
    public init(on bus: BusConnection) {
        self.bus = bus
        bus.observe { [unowned self] isOpen in
            guard !isOpen else { return }
            places = [:]
            mayStart = true
        }
    }

    /// Shows a notification in the place of the last one that was given the same word.
    ///
    /// What comes while one is on its way waits for it; of several that wait, the newest counts.
    public func show(_ notification: DesktopNotification, inPlaceOf word: String) {
        guard bus.isOpen else { return }
        places[word, default: Place()].next = notification
        send(word)
    }

    private func send(_ word: String) {
        guard var place = places[word], !place.isSending, let notification = place.next else { return }
        place.next = nil
        place.isSending = true
        places[word] = place
        bus.call(Self.notify, notification.arguments(replacing: place.shown), starts: mayStart, answering: ["u"]) {
            [unowned self] values in
            places[word]?.isSending = false
            if case .uint32(let shown)? = values?.first {
                places[word]?.shown = shown
                mayStart = true
            } else {
                places[word]?.next = nil
                mayStart = false
            }
            send(word)
        }
    }
}
