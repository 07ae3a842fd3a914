import JSON
import MoodProtocol

/// What `follow` knows of the player.
struct FollowState {
    private(set) var status: Status?
    private(set) var clock: PlaybackClock?
    private(set) var lyric: String?
    /// Whether the daemon said that it ends.
    private(set) var isEnding = false

    /// Takes in an event's value.
    mutating func take(_ topic: Topic, _ value: [UInt8]) throws(Fault) {
        let value = Answer(result: value)
        switch topic {
        case .player:
            let status = try value.status()
            if status.entry?.id != self.status?.entry?.id { lyric = nil }
            self.status = status
            clock = PlaybackClock(status)
        case .modes: status?.modes = try value.read { (reader) throws(JSONError) in try Modes(reading: &reader) }
        case .volume:
            let volume = try value.read { (reader) throws(JSONError) in try VolumeStatus(reading: &reader) }
            status?.volume = volume.level
            status?.muted = volume.muted
        case .mood:
            status?.mood = try value.read { (reader) throws(JSONError) in
                try reader.readNull() ? nil : try MoodStatus(reading: &reader)
            }
        case .output:
            status?.output = try value.read { (reader) throws(JSONError) in
                try reader.readNull() ? nil : try OutputInfo(reading: &reader)
            }
        case .lyrics: lyric = try value.value()["text"]?.string
        case .server: isEnding = try value.value()["state"]?.string == "exiting"
        case .queue, .played, .error: break
        }
    }

    /// The values for a template, at this moment.
    var values: TemplateValues? {
        guard let status else { return nil }
        var values = TemplateValues(status, position: clock?.position())
        values.lyric = lyric
        return values
    }
}
