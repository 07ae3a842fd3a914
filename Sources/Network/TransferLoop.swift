import CCurl
import CSystemd
import EventLoop
import Glibc

/// The authorities to trust instead of the system's, from the environment as OpenSSL's programs read it.
let certificateFile: String? = getenv("SSL_CERT_FILE").map { String(cString: $0) }

/// The network thread: one `curl_multi_poll` loop for all transfers. It begins with the first job and sleeps without a
/// time-out while there is nothing to do.
///
/// Everything but `post` belongs to that thread.
// Safe to share: `inbox` is locked, and everything else is touched by the loop's own thread only.
final class TransferLoop: @unchecked Sendable {
    private struct Inbox {
        var jobs: [@Sendable (TransferLoop) -> Void] = []
        var isRunning = false
        /// What wakes the thread; nil until it looks into the inbox by itself for the first time.
        var bell: Bell?
    }

    // Safe to share: libcurl allows `curl_multi_wakeup` from any thread, and nothing else is done with it.
    private struct Bell: @unchecked Sendable {
        let multi: UnsafeMutableRawPointer

        func ring() {
            curl_multi_wakeup(multi)
        }
    }

    private struct Timer {
        var deadline: UInt64
        var job: (TransferLoop) -> Void
    }

    private let inbox = Lock(Inbox())
    private let userAgent: String
    private var multi: UnsafeMutableRawPointer?
    private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    private var timers: [Timer] = []

    init(userAgent: String) {
        self.userAgent = userAgent
    }

    /// Carries out `job` on the network thread, as soon as it gets to it.
    func post(_ job: @escaping @Sendable (TransferLoop) -> Void) {
        let mustStart = inbox.withLock { inbox in
            inbox.jobs.append(job)
            inbox.bell?.ring()
            defer { inbox.isRunning = true }
            return !inbox.isRunning
        }
        if mustStart { start() }
    }

    private func start() {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let result = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                name_thread("network")
                Unmanaged<TransferLoop>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard result == 0 else {
            context.release()
            return runJobs()
        }
        pthread_detach(thread)
    }

    // MARK: On the network thread

    /// Begins a transfer; nil when it could not be made.
    func add(_ request: HTTPRequest, receiver: any TransferReceiver) -> Transfer? {
        // Without a host libcurl would take the path's first part for it.
        guard let multi, !host(of: request.url).isEmpty,
            let transfer = Transfer(request, userAgent: userAgent, receiver: receiver),
            curl_multi_add_handle(multi, transfer.easy) == CURLM_OK
        else { return nil }
        transfers[transfer.easy] = transfer
        return transfer
    }

    /// Drops a transfer; its receiver hears no more of it.
    func remove(_ transfer: Transfer) {
        guard let multi, transfers.removeValue(forKey: transfer.easy) != nil else { return }
        curl_multi_remove_handle(multi, transfer.easy)
    }

    /// Lets a transfer go on that its receiver found no room for.
    func resume(_ transfer: Transfer) {
        guard transfers[transfer.easy] != nil else { return }
        curl_easy_pause(transfer.easy, Int32(CURLPAUSE_CONT))
    }

    /// Carries out `job` after this many seconds.
    func after(_ seconds: Double, _ job: @escaping (TransferLoop) -> Void) {
        timers.append(Timer(deadline: monotonicNanoseconds() + UInt64(max(seconds, 0) * 1e9), job: job))
    }

    private func run() {
        if curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK { multi = curl_multi_init() }
        guard let multi else { return runJobs() }
        _ = curl_set_multi_long(multi, CURLMOPT_MAXCONNECTS, 8)
        let bell = Bell(multi: multi)
        inbox.withLock { $0.bell = bell }
        while true {
            runJobs()
            runTimers()
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            finishTransfers()
            curl_multi_poll(multi, nil, 0, millisecondsToNextTimer(), nil)
        }
    }

    /// Without a thread or libcurl, the jobs find that no transfer can be made, and say so.
    private func runJobs() {
        let jobs = inbox.withLock { inbox in
            defer { inbox.jobs = [] }
            if multi == nil { inbox.isRunning = false }
            return inbox.jobs
        }
        for job in jobs { job(self) }
    }

    private func runTimers() {
        let now = monotonicNanoseconds()
        let due = timers.filter { $0.deadline <= now }
        timers.removeAll { $0.deadline <= now }
        for timer in due { timer.job(self) }
    }

    private func finishTransfers() {
        guard let multi else { return }
        var remaining: Int32 = 0
        while let message = curl_multi_info_read(multi, &remaining) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            let result = curl_message_result(message)
            guard let transfer = transfers.removeValue(forKey: easy) else { continue }
            curl_multi_remove_handle(multi, easy)
            transfer.finish(result)
        }
    }

    private func millisecondsToNextTimer() -> Int32 {
        guard let deadline = timers.map(\.deadline).min() else { return .max }
        let now = monotonicNanoseconds()
        return deadline <= now ? 0 : Int32(clamping: (deadline - now) / 1_000_000 + 1)
    }
}

/// Nanoseconds on the clock that never steps.
func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
