import CSystemd
import EventLoop

/// A connection to a bus that may not be there: it opens when the bus appears, and again when that came back.
///
/// Nothing is waited for. While there is no bus, inotify tells when its socket appears; where that doesn't help, `retry`
/// does.
@ControlActor
public final class BusConnection {
    private static let mostUnsent: UInt64 = 256
    /// Seconds a connection must have lasted to be opened again at once: a bus that hangs up on us isn't run after.
    private static let briefest = 1.0

    private let loop: EventLoop
    private let address: String
    private var bus: OpaquePointer?
    private var opened: Double?
    private var watch: SocketWatch?
    private var closing: DeferredSource?
    private var users: [@ControlActor (Bool) -> Void] = []

    /// The bus of the user's session; not connected before `retry`.
    public static func session(on loop: EventLoop) throws(SystemError) -> BusConnection {
        try BusConnection(BusAddress.session, on: loop)
    }

    /// The machine's bus; not connected before `retry`.
    public static func system(on loop: EventLoop) throws(SystemError) -> BusConnection {
        try BusConnection(BusAddress.system, on: loop)
    }

    private init(_ address: String, on loop: EventLoop) throws(SystemError) {
        self.loop = loop
        self.address = address
        closing = try loop.deferred { [unowned self] in hasClosed() }
    }

    isolated deinit {
        sd_bus_close_unref(bus)
    }

    /// Whether messages can be sent.
    public var isOpen: Bool { opened != nil }

    /// Connects, unless it has or is about to.
    public func retry() {
        guard bus == nil else { return }
        watchSocket()
        guard sd_bus_new(&bus) >= 0, let bus else { return }
        // A hang-up or a refusal from here on is told by a message that sd-bus makes itself.
        sd_bus_set_address(bus, address)
        sd_bus_set_bus_client(bus, 1)
        sd_bus_set_connected_signal(bus, 1)
        sd_bus_set_exit_on_disconnect(bus, 0)
        watchLocal("Connected") { connection in connection.hasOpened() }
        watchLocal("Disconnected") { connection in connection.closing?.schedule() }
        if sd_bus_start(bus) < 0 || sd_bus_attach_event(bus, loop.pointer, Int32(SD_EVENT_PRIORITY_NORMAL)) < 0 {
            drop()
        }
    }

    /// Calls `handler` with true when the bus can be used, and with false when it can't any more.
    public func observe(_ handler: @escaping @ControlActor (Bool) -> Void) {
        users.append(handler)
        if isOpen { handler(true) }
    }

    // MARK: Its life

    private func watchSocket() {
        watch = watch ?? SocketWatch(address, on: loop) { [unowned self] in retry() }
    }

    private func watchLocal(_ member: String, _ body: @escaping @ControlActor (BusConnection) -> Void) {
        let local = "org.freedesktop.DBus.Local"
        watch(sender: local, path: "/org/freedesktop/DBus/Local", interface: local, member: member, []) {
            [unowned self] _ in body(self)
        }
    }

    private func hasOpened() {
        opened = MonotonicClock.now
        watch = nil
        for user in users { user(true) }
    }

    private func hasClosed() {
        let lasted = opened.map { MonotonicClock.now - $0 } ?? 0
        drop()
        watchSocket()
        if lasted > Self.briefest { retry() }
    }

    private func drop() {
        let wasOpen = isOpen
        opened = nil
        bus = sd_bus_close_unref(bus)
        if wasOpen { for user in users { user(false) } }
    }

    // MARK: What is sent

    /// Makes an interface known at an object; to be done each time the bus opened.
    func add(_ interface: BusInterface, at path: String) {
        if let bus { interface.add(to: bus, at: path) }
    }

    /// Asks for a name; the answer is whether it was given.
    func requestName(_ name: String, _ answer: @escaping @ControlActor (Bool) -> Void) {
        let primaryOwner: UInt32 = 1
        let noQueue: UInt32 = 4
        call(
            BusMethod.bus("RequestName"), [.string(name), .uint32(noQueue)], answering: ["u"]
        ) { values in
            answer(values == [.uint32(primaryOwner)])
        }
    }

    /// Tells everybody who listens.
    func signal(_ path: String, _ interface: String, _ member: String, _ values: [BusValue]) {
        send(signal: path, interface, member) { $0.append(values) }
    }

    /// Tells which of an interface's properties have another value, and which can be asked for anew.
    func propertiesChanged(_ path: String, _ interface: String, _ values: [String: BusValue], invalid: [String] = []) {
        signal(
            path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
            [.string(interface), .dictionary(values), .strings(invalid)])
    }

    private func send(signal path: String, _ interface: String, _ member: String, _ write: (BusMessage) -> Bool) {
        guard let bus, isOpen, !isCongested else { return }
        var message: OpaquePointer?
        guard sd_bus_message_new_signal(bus, &message, path, interface, member) >= 0, let message else { return }
        defer { sd_bus_message_unref(message) }
        if write(BusMessage(pointer: message)) { sd_bus_send(bus, message, nil) }
    }

    /// A bus that takes nothing any more is given up, before what waits for it grows.
    private var isCongested: Bool {
        var count: UInt64 = 0
        guard sd_bus_get_n_queued_write(bus, &count) >= 0, count > Self.mostUnsent else { return false }
        closing?.schedule()
        return true
    }

    /// Calls a method of somebody else's.
    ///
    /// - Parameters:
    ///   - starts: whether the bus may start the program that has the method.
    ///   - types: those of the answer.
    ///   - answer: is given what came back, nil for an error; not called when the bus is gone before that.
    func call(
        _ method: BusMethod, _ values: [BusValue], starts: Bool = false, answering types: [String],
        _ answer: @escaping @ControlActor ([BusValue]?) -> Void
    ) {
        guard let bus, isOpen, !isCongested else { return }
        var message: OpaquePointer?
        guard
            sd_bus_message_new_method_call(
                bus, &message, method.destination, method.path, method.interface, method.member) >= 0,
            let message
        else { return }
        defer { sd_bus_message_unref(message) }
        sd_bus_message_set_auto_start(message, starts ? 1 : 0)
        guard BusMessage(pointer: message).append(values) else { return answer(nil) }
        let handler = BusHandler { message in
            answer(sd_bus_message_is_method_error(message.pointer, nil) > 0 ? nil : message.read(types))
        }
        var slot: OpaquePointer?
        let result = sd_bus_call_async(bus, &slot, message, BusHandler.call, handler.retained, 0)
        handler.adopt(slot, result)
    }

    /// Calls `handler` with what a signal carries, for as long as this bus stays open.
    func watch(
        sender: String, path: String, interface: String, member: String, _ types: [String],
        _ handler: @escaping @ControlActor ([BusValue]) -> Void
    ) {
        addMatch(sender: sender, path: path, interface: interface, member: member, types, isKept: false, handler)
    }

    /// The same, until what it returns is let go.
    func watching(
        sender: String, path: String, interface: String, member: String, _ types: [String],
        _ handler: @escaping @ControlActor ([BusValue]) -> Void
    ) -> BusWatch {
        BusWatch(
            addMatch(sender: sender, path: path, interface: interface, member: member, types, isKept: true, handler))
    }

    @discardableResult
    private func addMatch(
        sender: String, path: String, interface: String, member: String, _ types: [String], isKept: Bool,
        _ handler: @escaping @ControlActor ([BusValue]) -> Void
    ) -> OpaquePointer? {
        guard let bus else { return nil }
        let handler = BusHandler { message in
            if let values = message.read(types) { handler(values) }
        }
        var slot: OpaquePointer?
        let result = sd_bus_match_signal_async(
            bus, &slot, sender, path, interface, member, BusHandler.call, { _, _, _ in 0 }, handler.retained)
        handler.adopt(slot, result, isKept: isKept)
        return slot
    }
}
