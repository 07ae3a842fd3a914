import Glibc

/// What time it is.
enum Clock {
    /// Nanoseconds of `CLOCK_MONOTONIC`, on which the engine's timeline counts.
    static var monotonicNanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Seconds of UNIX time, for clients that extrapolate a position.
    static var unixSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
