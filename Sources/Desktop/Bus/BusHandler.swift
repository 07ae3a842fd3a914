import CSystemd
import EventLoop

/// A closure that sd-bus calls with a message, and keeps until its slot is gone.
@ControlActor
final class BusHandler {
    private let body: @ControlActor (BusMessage) -> Void

    init(_ body: @escaping @ControlActor (BusMessage) -> Void) {
        self.body = body
    }

    /// The address to give to sd-bus, which owns the handler from then on: `adopt` must follow.
    var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Ties the handler's life to the slot that `result` speaks of, and the slot's to its bus, unless it is kept.
    func adopt(_ slot: OpaquePointer?, _ result: Int32, isKept: Bool = false) {
        guard result >= 0, let slot else { return Unmanaged.passUnretained(self).release() }
        sd_bus_slot_set_destroy_callback(slot) { address in
            if let address { Unmanaged<BusHandler>.fromOpaque(address).release() }
        }
        if !isKept { sd_bus_slot_set_floating(slot, 1) }
    }

    /// What sd-bus calls.
    nonisolated static let call: sd_bus_message_handler_t = { message, address, _ in
        guard let message, let address else { return 0 }
        let handler = Unmanaged<BusHandler>.fromOpaque(address).takeUnretainedValue()
        let received = BusMessage(pointer: message)
        ControlActor.assumeIsolated { handler.body(received) }
        return 0
    }
}
