import EventLoop
import MoodProtocol
import Playback

extension PlayerControl {
    /// How things stand, as clients see it.
    var status: Status {
        var status = Status()
        status.state = Status.State(player.state)
        status.stalled = player.isStalled
        status.entry = current
        status.next = player.next.flatMap { player.queue.entry($0) }.map { MoodProtocol.Entry($0) }
        status.index = player.index
        status.queueLength = player.queue.count
        status.position = position
        if status.position != nil { status.positionTime = Clock.unixSeconds }
        let timeline = timeline
        status.duration = timeline?.duration ?? status.entry?.duration
        if let duration = status.duration, let position = status.position, position > duration {
            status.position = duration
        }
        if player.state != .stopped {
            status.bitrate = timeline?.bitrate
            status.buffered = timeline?.buffered
            status.format = timeline?.format.map { SampleFormat(rate: $0.rate, channels: $0.channels) }
        }
        status.volume = player.volume
        status.muted = player.isMuted
        status.modes = MoodProtocol.Modes(player.modes)
        status.mood = mood
        status.output = output
        status.error = player.fault.map(message)
        return status
    }

    /// The current entry, with what a live stream says it plays.
    private var current: MoodProtocol.Entry? {
        guard let id = player.current, var entry = player.queue.entry(id) else { return nil }
        if let title = player.liveTitle { entry.track.title = title }
        return MoodProtocol.Entry(entry)
    }

    /// The mood that is set.
    var mood: MoodStatus? {
        player.mood.map { MoodStatus(name: $0.name, source: $0.source, score: $0.score) }
    }

    /// Where the sound goes.
    var output: OutputInfo? {
        player.output.map { OutputInfo(name: $0.name, state: $0.state.rawValue) }
    }

    /// The volume, as clients see it.
    var volume: VolumeStatus {
        VolumeStatus(level: player.volume, muted: player.isMuted)
    }

    /// The queue without its entries.
    var queueSummary: QueueSummary {
        QueueSummary(
            version: Int(truncatingIfNeeded: player.queue.version), total: player.queue.count,
            current: player.current?.rawValue, index: player.index)
    }
}

extension Status.State {
    fileprivate init(_ state: Player.State) {
        self =
            switch state {
            case .playing: .playing
            case .paused: .paused
            case .stopped: .stopped
            }
    }
}
