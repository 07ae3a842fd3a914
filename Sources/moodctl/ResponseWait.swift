import Glibc

/// Waiting for an answer: for a limited time, or as long as it takes, with a counter and a clean end by Ctrl-C.
final class ResponseWait {
    private let start = MonotonicTime.now
    private let limit: Double?
    /// Without a terminal there is nothing to count on, and nothing to clear.
    private let hasCounter: Bool
    private var counterIsShown = false

    private init(limit: Double?, hasCounter: Bool) {
        self.limit = limit
        self.hasCounter = hasCounter
    }

    static func limited(to seconds: Int) -> ResponseWait {
        ResponseWait(limit: Double(seconds), hasCounter: false)
    }

    static func patient() -> ResponseWait {
        ResponseWait(limit: nil, hasCounter: isatty(STDERR_FILENO) == 1)
    }

    /// Waits until there is something to read; false when the time is over.
    func untilReadable(_ descriptor: Int32) -> Bool {
        while true {
            var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let elapsed = MonotonicTime.now - start
            if let limit, elapsed >= limit { return false }
            let pause =
                limit.map { $0 - elapsed } ?? (hasCounter ? 1 - elapsed.truncatingRemainder(dividingBy: 1) : nil)
            if poll(&source, 1, pause.map { Int32($0 * 1000) + 1 } ?? -1) > 0 { return true }
            if hasCounter { showCounter() }
        }
    }

    /// Clears the counter.
    func end() {
        guard counterIsShown else { return }
        Self.clearLine()
        signal(SIGINT, SIG_DFL)
    }

    private func showCounter() {
        if !counterIsShown {
            counterIsShown = true
            // Ends as Ctrl-C ends a program, so that a shell's loop ends too; the daemon stops when the connection closes.
            signal(SIGINT) { _ in
                ResponseWait.clearLine()
                signal(SIGINT, SIG_DFL)
                raise(SIGINT)
            }
        }
        Self.clearLine()
        Output.complain("\(Int(MonotonicTime.now - start)) s …")
    }

    private static func clearLine() {
        let line: StaticString = "\r\u{1B}[K"
        _ = write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
    }
}

/// Seconds on a clock that nobody sets.
enum MonotonicTime {
    static var now: Double { seconds(CLOCK_MONOTONIC) }

    /// Seconds since 1970, as the daemon stamps positions.
    static var calendar: Double { seconds(CLOCK_REALTIME) }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
