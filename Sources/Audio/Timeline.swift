import Glibc
import Playback

/// Where in which track the sound is, as it was at one moment.
///
/// The engine publishes a new one whenever it learns better; between two of them the position follows from the clock.
public struct Timeline: Equatable, Sendable {
    /// The order that brought it.
    public var ticket: Ticket
    /// What plays, or is held.
    public var entry: EntryID
    /// Seconds of the track that were heard by `time`.
    public var position: Double
    /// When that position held, in nanoseconds of `CLOCK_MONOTONIC`.
    public var time: Int64
    /// False while the sound is held: paused, stalled, or not begun.
    public var isRunning: Bool
    /// Seconds; nil until it is known exactly.
    public var duration: Double?
    /// In kbit/s.
    public var bitrate: Int?
    /// The rate and channels of its samples.
    public var format: AudioFormat?
    /// The part of it that has arrived, 0...1; nil for a local file and a stream without an end.
    public var buffered: Double?

    /// The place in a track at one moment; see the properties.
    public init(
        ticket: Ticket, entry: EntryID, position: Double, time: Int64, isRunning: Bool, duration: Double? = nil,
        bitrate: Int? = nil, format: AudioFormat? = nil, buffered: Double? = nil
    ) {
        self.ticket = ticket
        self.entry = entry
        self.position = position
        self.time = time
        self.isRunning = isRunning
        self.duration = duration
        self.bitrate = bitrate
        self.format = format
        self.buffered = buffered
    }

    /// The position in seconds at a time of `CLOCK_MONOTONIC` in nanoseconds, never past the duration.
    public func position(at time: Int64) -> Double {
        var position = position
        if isRunning { position += Double(max(0, time - self.time)) / 1e9 }
        if let duration { position = min(position, duration) }
        return max(0, position)
    }
}

/// The time of `CLOCK_MONOTONIC` in nanoseconds.
func monotonicTime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
