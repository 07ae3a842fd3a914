import CSystemd

/// Something the loop watches, until `cancel`, or until nobody holds it any more.
@ControlActor
public class EventSource {
    private var source: OpaquePointer?
    var handler: (@ControlActor () -> Void)?

    init(_ handler: (@ControlActor () -> Void)? = nil) {
        self.handler = handler
    }

    isolated deinit {
        sd_event_source_disable_unref(source)
    }

    /// Stops watching for good; the source's own handler may call it.
    public func cancel() {
        sd_event_source_disable_unref(source)
        source = nil
        handler = nil
    }

    /// The address C callbacks get; valid while the source is watched.
    var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Takes over the source that `add` made, or throws what it answered.
    func adopt(_ action: @autoclosure () -> String, _ add: (inout OpaquePointer?) -> Int32) throws(SystemError) {
        let result = add(&source)
        guard result >= 0 else { throw SystemError(action(), code: -result) }
    }

    /// Calls `body` with the source unless it is cancelled.
    func withSource(_ body: (OpaquePointer) -> Void) {
        if let source { body(source) }
    }

    /// What sd-event calls for the kinds that carry no more than the fact.
    nonisolated static func call(_ address: UnsafeMutableRawPointer?) -> Int32 {
        enter(address, as: EventSource.self) { $0.handler?() }
    }

    /// Enters the actor with the source that has this address, and answers that all is well.
    nonisolated static func enter<Source: EventSource>(
        _ address: UnsafeMutableRawPointer?, as type: Source.Type, _ body: @ControlActor (Source) -> Void
    ) -> Int32 {
        guard let address else { return 0 }
        let source = Unmanaged<Source>.fromOpaque(address).takeUnretainedValue()
        ControlActor.assumeIsolated { body(source) }
        return 0
    }
}
