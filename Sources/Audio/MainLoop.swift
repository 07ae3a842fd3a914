import CPulse
import CSystemd
import Glibc

/// The audio thread's event loop: libpulse's, for every output.
final class MainLoop: @unchecked Sendable {  // Other threads only call `wakeUp`, which only writes to a descriptor.
    /// The loop's callbacks for libpulse's own objects, and for descriptors.
    let api: UnsafeMutablePointer<pa_mainloop_api>
    private let pointer: OpaquePointer
    /// `pa_mainloop_wakeup` is heard only by a loop that sleeps already; what is written here is never lost.
    private let bell: Int32
    private let bellSource: OpaquePointer?

    /// Nil only when no descriptor is left.
    init?() {
        let bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard bell >= 0 else { return nil }
        guard let pointer = pa_mainloop_new() else {
            close(bell)
            return nil
        }
        self.pointer = pointer
        self.bell = bell
        api = pa_mainloop_get_api(pointer)
        bellSource = api.pointee.io_new(
            api, bell, PA_IO_EVENT_INPUT,
            { _, _, descriptor, _, _ in
                var count: eventfd_t = 0
                eventfd_read(descriptor, &count)
            }, nil)
    }

    deinit {
        pa_mainloop_free(pointer)
        close(bell)
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

    /// Ends the wait, or the next one, from any thread.
    func wakeUp() {
        eventfd_write(bell, 1)
    }
}
