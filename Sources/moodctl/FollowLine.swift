import JSON
import MoodProtocol

/// The line that `follow` prints for a state.
struct FollowLine {
    /// `waybar`, `polybar`, `json`, or plain text.
    let form: Option?
    let template: Template
    /// Whether a tick was asked for: Waybar's percentage moves with it, else that is as of the last line.
    var hasTick = false

    /// What to subscribe to.
    ///
    /// The daemon tells a change of these as its own topic, or as the player's.
    var topics: [Topic] {
        var topics: [Topic] = [.player, .server]
        let variables = template.variables
        if form == .json { return topics + [.modes, .volume, .mood, .output] }
        if variables.contains(.volume) { topics.append(.volume) }
        if variables.contains(.mood) || form == .waybar { topics.append(.mood) }
        if variables.contains(.output) { topics.append(.output) }
        if variables.contains(.lyric) { topics.append(.lyrics) }
        return topics
    }

    /// Whether it changes while music plays and nothing else happens.
    var moves: Bool { form != .json && (template.moves || form == .waybar && hasTick) }

    /// The line where no daemon runs.
    var offline: String {
        form == .waybar ? #"{"text":"","tooltip":"","alt":"offline","class":"offline"}"# : ""
    }

    func text(_ state: FollowState) -> String {
        guard let status = state.status, let values = state.values else { return offline }
        switch form {
        case .json:
            var writer = JSONWriter()
            status.write(to: &writer)
            return String(decoding: writer.bytes, as: UTF8.self)
        case .waybar: return waybar(status, values)
        case .polybar: return template.text(escaping: .polybar) { values[$0] }
        default: return template.text { values[$0] }
        }
    }

    /// A line for Waybar's `return-type: json`; text and tooltip are Pango markup.
    private func waybar(_ status: Status, _ values: TemplateValues) -> String {
        let tooltip = [values[.name], values[.album]].filter { !$0.isEmpty }.map(\.text).joined(separator: "\n")
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("text", template.text(escaping: .pango) { values[$0] })
        writer.member("tooltip", TemplateEscaping.pango.apply(to: tooltip))
        writer.member("alt", status.state.rawValue)
        writer.member("class", [status.state.rawValue] + (status.mood.map { [Text.clean($0.name)] } ?? []))
        writer.member("percentage", values.percent ?? 0)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
