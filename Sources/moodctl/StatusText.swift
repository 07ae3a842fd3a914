import MoodProtocol

/// The status as `moodctl status` prints it, three lines.
struct StatusText {
    let status: Status
    let position: Double?

    /// The lines, each with its end.
    var text: String {
        var text = ""
        if status.queueLength > 0 {
            if let entry = status.entry { text += Text.clean(entry.name) + "\n" }
            text += Text.clean(playback) + "\n"
        }
        text += "volume: \(volume)   repeat: \(status.modes.repeat.rawValue)"
        text += "   shuffle: \(onOff(status.modes.shuffle))   consume: \(onOff(status.modes.consume))\n"
        if let error = status.error { text += "error: \(Text.clean(error))\n" }
        return text
    }

    /// The second line, such as `[playing] #3/12   1:05/4:02 (27%)   calm`.
    private var playback: String {
        var line = "\(state) #\(status.index.map { "\($0 + 1)" } ?? "-")/\(status.queueLength)"
        if let time { line += "   " + time }
        if let mood = status.mood { line += "   " + mood.name }
        return line
    }

    private var state: String {
        switch status.state {
        case .playing: status.stalled ? "[stalled]" : "[playing]"
        case .paused: "[paused] "
        case .stopped: "[stopped]"
        }
    }

    private var time: String? {
        guard status.state != .stopped, let entry = status.entry else { return nil }
        let position = ClockTime.text(position ?? 0)
        if entry.live { return "\(position) (live)" }
        guard let duration = status.duration else { return "\(position)/?" }
        let percent = TemplateValues(status, position: self.position ?? 0).percent
        return "\(position)/\(ClockTime.text(duration))" + (percent.map { " (\($0)%)" } ?? "")
    }

    private var volume: String {
        status.muted ? "muted" : status.volume.map { "\($0)%" } ?? "n/a"
    }

    private func onOff(_ mode: Bool) -> String { mode ? "on" : "off" }
}
