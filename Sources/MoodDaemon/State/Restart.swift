import Playback

/// How the music goes on when the daemon starts: what the state and the last positions say, as a pure function.
public struct Restart: Equatable, Sendable {
    /// Within so many seconds the music goes on by itself, and a second crash at the same entry counts.
    static let grace: UInt32 = 30

    /// What was known when the daemon ended.
    struct Past: Equatable {
        var state: Player.State
        var current: EntryID?
        /// The last record of the log, and the last one that changed what plays.
        var sequence: UInt64
        var movedAt: UInt64
        /// The newest first.
        var slots: [PositionSlot]
        /// The crash before, if there was one.
        var crash: Crash?
    }

    /// A death in the middle of an entry.
    struct Crash: Equatable {
        var entry: EntryID
        var moment: BootMoment
    }

    /// An entry that crashed the daemon twice: to be marked before the player goes on.
    public var crashed: EntryID?
    /// How far the music may go on by itself.
    public var resume: Player.State
    /// Seconds into the current entry; nil when nothing is known that counts.
    public var position: Double?
    /// To be remembered for the next start.
    var crash: Crash?

    /// The commands with which the player begins, in this order.
    public func commands(current: EntryID?) -> [Command] {
        (crashed.map { [.markCrashed($0)] } ?? []) + [.restored(resume: resume, position: position, of: current)]
    }

    /// - Parameter resume: what the configuration says about the time after a clean stop.
    init(_ past: Past, resume: Player.State, now: BootMoment) {
        self.resume = resume
        guard let newest = past.slots.first, let current = past.current else { return }
        let played = past.state == .playing && newest.isPlaying
        if played, let age = now.seconds(since: newest.moment), age < Self.grace { self.resume = .playing }
        if played, !newest.isClean {
            if let crash = past.crash, crash.entry == current, let age = now.seconds(since: crash.moment),
                age <= Self.grace
            {
                crashed = current
            } else {
                crash = Crash(entry: current, moment: now)
            }
        }
        let slot = past.slots.first {
            $0.entry == current && past.movedAt <= $0.logSequence && $0.logSequence <= past.sequence
        }
        position = slot.map { Double($0.milliseconds) / 1000 }
    }
}
