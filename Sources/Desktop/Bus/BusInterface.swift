import CSystemd
import EventLoop
import Glibc

/// An interface that others find at an object of ours: its methods, properties and signals, as introspection tells them.
///
/// It answers calls for as long as somebody holds it and the connection it was added to is open.
@ControlActor
final class BusInterface {
    /// A method, and what it does with its arguments.
    struct Method {
        let name: String
        /// The names and types of what it takes.
        let takes: [Argument]
        /// The names and types of what it answers.
        let answers: [Argument]
        private let body: @ControlActor ([BusValue], BusReply) throws(BusError) -> Void

        /// A method that is answered at once.
        init(
            name: String, takes: [Argument] = [], answers: [Argument] = [],
            call: @escaping @ControlActor ([BusValue]) throws(BusError) -> [BusValue]
        ) {
            self.init(name: name, takes: takes, answers: answers) { values, reply throws(BusError) in
                try reply.succeed(call(values))
            }
        }

        /// A method that is answered by the reply, once its work is done.
        init(
            name: String, takes: [Argument] = [], answers: [Argument] = [],
            later body: @escaping @ControlActor ([BusValue], BusReply) throws(BusError) -> Void
        ) {
            self.name = name
            self.takes = takes
            self.answers = answers
            self.body = body
        }

        @ControlActor
        fileprivate func call(_ values: [BusValue], _ reply: BusReply) throws(BusError) { try body(values, reply) }
    }

    /// A property; its value is asked of the interface's `value`.
    struct Property {
        let name: String
        let type: String
        var changes = Changes.told
        /// Takes a value of that type; nil when it can't be written.
        var set: (@ControlActor (BusValue) throws(BusError) -> Void)?
    }

    /// How others learn of a property's new value.
    enum Changes {
        /// Never: it has the same for ever.
        case never
        /// By `PropertiesChanged`, with the value or without.
        case told, invalidated
        /// They have to ask.
        case untold
    }

    /// A signal.
    struct Signal {
        let name: String
        let carries: [Argument]
    }

    /// One value that a method or a signal carries.
    struct Argument {
        let name: String
        let type: String

        init(_ name: String, _ type: String) {
            self.name = name
            self.type = type
        }
    }

    let name: String
    private let value: @ControlActor (String) -> BusValue?
    private var methods: [String: Method] = [:]
    private var properties: [String: Property] = [:]
    private var texts: [UnsafeMutablePointer<CChar>] = []
    private let table: UnsafeMutablePointer<sd_bus_vtable>

    /// - Parameter value: the value a property has now.
    init(
        _ name: String, methods: [Method] = [], properties: [Property] = [], signals: [Signal] = [],
        value: @escaping @ControlActor (String) -> BusValue?
    ) {
        self.name = name
        self.value = value
        table = .allocate(capacity: methods.count + properties.count + signals.count + 2)
        var rows = [bus_table_start()]
        for method in methods {
            self.methods[method.name] = method
            rows.append(
                bus_table_method(
                    keep(method.name), keep(method.takes.types), keep(method.answers.types),
                    keep((method.takes + method.answers).names), Self.call))
        }
        for property in properties {
            self.properties[property.name] = property
            rows.append(
                bus_table_property(
                    keep(property.name), keep(property.type), Self.get, property.set == nil ? nil : Self.set,
                    property.changes.flags))
        }
        for signal in signals {
            rows.append(bus_table_signal(keep(signal.name), keep(signal.carries.types), keep(signal.carries.names)))
        }
        rows.append(bus_table_end())
        table.initialize(from: rows, count: rows.count)
    }

    isolated deinit {
        table.deallocate()
        for text in texts { free(text) }
    }

    /// Makes it known on a bus; it must outlive what holds the slot.
    func add(to bus: OpaquePointer, at path: String) {
        sd_bus_add_object_vtable(bus, nil, path, name, table, Unmanaged.passUnretained(self).toOpaque())
    }

    /// A copy that lives as long as this object; the NULs in it are kept.
    private func keep(_ text: String) -> UnsafePointer<CChar> {
        let bytes = Array(text.utf8CString)
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        copy.initialize(from: bytes, count: bytes.count)
        texts.append(copy)
        return UnsafePointer(copy)
    }

    // MARK: What sd-bus calls

    private static let call: sd_bus_message_handler_t = { message, own, fault in
        guard let message, let member = sd_bus_message_get_member(message) else { return 0 }
        let (name, call) = (String(cString: member), BusMessage(pointer: message))
        return enter(own, fault) { interface throws(BusError) in
            guard let method = interface.methods[name] else { throw .failed("there is no such method") }
            guard let arguments = call.read(method.takes.map(\.type)) else {
                throw .invalidArguments("the arguments can't be read")
            }
            try method.call(arguments, BusReply(to: call))
        }
    }

    private static let get: sd_bus_property_get_t = { _, _, _, property, message, own, fault in
        guard let property, let message else { return 0 }
        let (name, answer) = (String(cString: property), BusMessage(pointer: message))
        return enter(own, fault) { interface throws(BusError) in
            guard let value = interface.value(name), answer.append(value) else {
                throw .failed("the property has no value")
            }
        }
    }

    private static let set: sd_bus_property_set_t = { _, _, _, property, message, own, fault in
        guard let property, let message else { return 0 }
        let (name, order) = (String(cString: property), BusMessage(pointer: message))
        return enter(own, fault) { interface throws(BusError) in
            guard let property = interface.properties[name], let value = order.read(property.type) else {
                throw .invalidArguments("the value can't be read")
            }
            try property.set?(value)
        }
    }

    private nonisolated static func enter(
        _ own: UnsafeMutableRawPointer?, _ fault: UnsafeMutablePointer<sd_bus_error>?,
        _ body: @ControlActor (BusInterface) throws(BusError) -> Void
    ) -> Int32 {
        guard let own else { return 0 }
        let interface = Unmanaged<BusInterface>.fromOpaque(own).takeUnretainedValue()
        do throws(BusError) {
            try ControlActor.assumeIsolated { () throws(BusError) in try body(interface) }
            return 1
        } catch {
            return sd_bus_error_set(fault, error.name, error.message)
        }
    }
}

extension BusInterface.Changes {
    fileprivate var flags: UInt64 {
        switch self {
        case .never: UInt64(SD_BUS_VTABLE_PROPERTY_CONST)
        case .told: UInt64(SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)
        case .invalidated: UInt64(SD_BUS_VTABLE_PROPERTY_EMITS_INVALIDATION)
        case .untold: 0
        }
    }
}

extension [BusInterface.Argument] {
    fileprivate var types: String { map(\.type).joined() }
    /// Each name with a NUL behind it, as sd-bus wants them.
    fileprivate var names: String { map { $0.name + "\0" }.joined() }
}
