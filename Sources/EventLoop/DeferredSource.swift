import CSystemd

/// Work for the next turn of the loop, done once however often it was asked for.
public final class DeferredSource: EventSource {
    init(_ loop: OpaquePointer, _ handler: @escaping @ControlActor () -> Void) throws(SystemError) {
        super.init(handler)
        try adopt("defer work") { source in
            sd_event_add_defer(loop, &source, { _, address in EventSource.call(address) }, address)
        }
        withSource { sd_event_source_set_enabled($0, Int32(SD_EVENT_OFF)) }
    }

    /// Calls the handler in the next turn.
    public func schedule() {
        withSource { sd_event_source_set_enabled($0, Int32(SD_EVENT_ONESHOT)) }
    }
}
