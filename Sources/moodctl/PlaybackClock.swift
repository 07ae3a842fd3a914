import MoodProtocol

/// Where playback has got to since a status said where it was.
struct PlaybackClock {
    private let base: Double?
    private let runs: Bool
    private let duration: Double?
    private let received: Double

    /// - Parameters:
    ///   - calendar: the time of day when the status arrived, in UNIX seconds.
    ///   - now: the same moment on the monotonic clock, which goes on when somebody sets the other.
    init(_ status: Status, calendar: Double = MonotonicTime.calendar, now: Double = MonotonicTime.now) {
        runs = status.state == .playing && !status.stalled
        duration = status.duration
        received = now
        let elapsed = runs ? max(0, calendar - (status.positionTime ?? calendar)) : 0
        base = status.position.map { $0 + elapsed }
    }

    /// Seconds into the track, never past its end.
    func position(at now: Double = MonotonicTime.now) -> Double? {
        guard let base else { return nil }
        let position = runs ? base + max(0, now - received) : base
        return min(position, duration ?? .infinity)
    }

    /// Seconds until the position is a multiple of `tick`; nil while it stands still.
    func untilNext(_ tick: Double, at now: Double = MonotonicTime.now) -> Double? {
        guard runs, let position = position(at: now), position < duration ?? .infinity else { return nil }
        return tick - position.truncatingRemainder(dividingBy: tick)
    }
}
