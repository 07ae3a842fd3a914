import CSystemd
import EventLoop

/// A signal that is watched for as long as this is held.
@ControlActor
final class BusWatch {
    private let slot: OpaquePointer?

    init(_ slot: OpaquePointer?) {
        self.slot = slot
    }

    isolated deinit {
        sd_bus_slot_unref(slot)
    }
}
