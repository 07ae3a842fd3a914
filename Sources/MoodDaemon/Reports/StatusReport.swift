import EventLoop
import JSON
import MoodProtocol
import Playback

extension PlayerControl {
    /// Writes how things stand, as clients see it; seconds until it pauses come from elsewhere.
    ///
    /// Bars and scripts ask often: the members that only a change of the player changes are kept as they were written.
    func writeStatus(sleepRemaining: Double?, to writer: inout JSONWriter) {
        let entries = statusEntries ?? StatusEntries(self)
        statusEntries = entries
        var rest = measures(duration: entries.duration)
        rest.sleepRemaining = sleepRemaining
        writer.beginObject()
        writer.raw(entries.members)
        rest.writeRest(to: &writer)
        writer.endObject()
    }

    /// The first members of the status.
    fileprivate var statusHead: Status {
        var status = Status()
        status.state = Status.State(player.state)
        status.stalled = player.isStalled
        status.entry = current
        status.next = player.next.flatMap { player.queue.entry($0) }.map { MoodProtocol.Entry($0) }
        status.index = player.index
        status.queueLength = player.queue.count
        return status
    }

    /// The other members; `duration` is what the entry is known to last.
    private func measures(duration: Double?) -> Status {
        var status = Status()
        status.position = position
        if status.position != nil { status.positionTime = Clock.unixSeconds }
        let timeline = timeline
        status.duration = timeline?.duration ?? duration
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
        status.error = player.fault.map(message) ?? standingFault
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

/// The status's first members as bytes, good until the player changes.
struct StatusEntries {
    /// Members of an object, without its braces.
    let members: [UInt8]
    /// What the current entry is known to last, in seconds.
    let duration: Double?

    @ControlActor
    fileprivate init(_ control: PlayerControl) {
        let status = control.statusHead
        var writer = JSONWriter()
        status.writeEntries(to: &writer)
        members = writer.bytes
        duration = status.entry?.duration
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
