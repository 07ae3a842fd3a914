import CPulse

/// The audio thread's event loop: libpulse's, for every output.
final class MainLoop: @unchecked Sendable {  // Other threads only call `wakeUp`, which libpulse allows.
    /// The loop's callbacks for libpulse's own objects, and for descriptors.
    let api: UnsafeMutablePointer<pa_mainloop_api>
    private let pointer: OpaquePointer

    /// Nil only when there is no descriptor left for its pipe.
    init?() {
        guard let pointer = pa_mainloop_new() else { return nil }
        self.pointer = pointer
        api = pa_mainloop_get_api(pointer)
    }

    deinit {
        pa_mainloop_free(pointer)
    }

    /// Waits until something happens or the deadline has come (nanoseconds of `CLOCK_MONOTONIC`), and tells who waited.
    func turn(until deadline: Int64?) {
        var timeout: Int32 = -1
        if let deadline {
            // Rounded up, lest a turn ends just before what it waits for.
            timeout = Int32(clamping: max(0, deadline - monotonicTime() + 999) / 1000)
        }
        guard pa_mainloop_prepare(pointer, timeout) >= 0, pa_mainloop_poll(pointer) >= 0 else { return }
        pa_mainloop_dispatch(pointer)
    }

    /// Ends the wait, from any thread.
    func wakeUp() {
        pa_mainloop_wakeup(pointer)
    }
}
