/// Seeking, sleeping, and the volume.
extension Player {
    mutating func seek(_ seek: Seek, heard: Double?, _ turn: inout Turn) {
        guard state != .stopped, let current, let track = queue.table[current] else {
            return turn.refuse(.nothingPlaying, "nothing is playing")
        }
        guard !track.isLive else {
            return turn.refuse(.notSeekable, "a live stream has no place to seek to")
        }
        let target: Double
        switch seek {
        case .absolute(let seconds): target = seconds
        case .offset(let seconds): target = (isStarted ? heard ?? start : start) + seconds
        case .fraction(let fraction):
            guard let duration = track.duration else {
                return turn.refuse(.notSeekable, "its duration is unknown, so there is no part of it to seek to")
            }
            target = duration * fraction
        }
        guard target.isFinite else { return turn.refuse(.notSeekable, "there is no such place") }
        if let duration = track.duration, target >= duration {
            finishTrack(&turn)
            return settle(&turn)
        }
        if ticket == nil {
            start = max(target, 0)
            turn.changed(.player)
        } else {
            load(current, start: max(target, 0), paused: state == .paused, &turn)
            renewFollower(&turn)
        }
    }

    mutating func sleep(finishTrack: Bool, _ turn: inout Turn) {
        guard state == .playing else { return setSleepsAtEnd(false, &turn) }
        guard !finishTrack else { return setSleepsAtEnd(true, &turn) }
        setSleepsAtEnd(false, &turn)
        handle(.pause, &turn)
    }

    mutating func setSleepsAtEnd(_ sleeps: Bool, _ turn: inout Turn) {
        guard sleeps != sleepsAtEnd else { return }
        sleepsAtEnd = sleeps
        turn.changed(.player)
        renewFollower(&turn)
    }

    // MARK: Volume

    mutating func setVolume(_ level: Int, _ turn: inout Turn) {
        let level = min(max(level, 0), 100)
        setVolume(level, muted: isMuted && level <= volume ?? 0, &turn)
    }

    mutating func changeVolume(_ change: Int, _ turn: inout Turn) {
        guard let volume else {
            return turn.refuse(.outputUnavailable, "the volume isn't known before the sound server has answered")
        }
        let level = min(max(volume + min(max(change, -100), 100), 0), 100)
        setVolume(level, muted: isMuted && change <= 0, &turn)
    }

    mutating func mute(_ isMuted: Bool, _ turn: inout Turn) {
        setVolume(volume, muted: isMuted, &turn)
    }

    private mutating func setVolume(_ level: Int?, muted: Bool, _ turn: inout Turn) {
        guard adoptVolume(level, muted: muted, &turn) else { return }
        turn.effects.append(.engine(.volume(level: level, muted: muted)))
    }

    /// Answers whether it was a change.
    mutating func adoptVolume(_ level: Int?, muted: Bool, _ turn: inout Turn) -> Bool {
        guard level != volume || muted != isMuted else { return false }
        volume = level
        isMuted = muted
        turn.changed([.volume, .player])
        return true
    }
}
