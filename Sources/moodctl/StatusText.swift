import MoodProtocol

/// The status as `moodctl status` prints it, three lines.
struct StatusText {
    let status: Status
    let position: Double?

    /// The lines, each with its end.
    var text: String {
        var lines: [String] = []
        if status.queueLength > 0 {
            if let entry = status.entry { lines.append(entry.name) }
            lines.append(playback)
        }
        lines.append(
            "volume: \(volume)   repeat: \(status.modes.repeat.rawValue)   shuffle: \(onOff(status.modes.shuffle))"
                + "   consume: \(onOff(status.modes.consume))")
        if let error = status.error { lines.append("error: \(error)") }
        return lines.map { Text.clean($0) + "\n" }.joined()
    }

    /// The second line, such as `[playing] #3/12   1:05/4:02 (27%)   calm`.
    private var playback: String {
        var parts = ["\(state) #\(status.index.map { "\($0 + 1)" } ?? "-")/\(status.queueLength)"]
        if let time { parts.append(time) }
        if let mood = status.mood { parts.append(mood.name) }
        return parts.joined(separator: "   ")
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
