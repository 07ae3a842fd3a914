/// The functions of the template language, as playerctl has them.
enum TemplateFunction: String, CaseIterable, Sendable {
    case duration, `default`, trunc, markup_escape, lc, uc, emoji

    /// How many arguments it takes.
    var arity: Int { self == .default || self == .trunc ? 2 : 1 }

    /// `arguments` are as many as `arity` says.
    func apply(_ arguments: [TemplateValue], escaping: TemplateEscaping) -> TemplateValue {
        guard let value = arguments.first, let last = arguments.last else { return .none }
        switch self {
        case .duration: return value.number.map { .text(ClockTime.text($0)) } ?? .none
        case .default: return value.isEmpty ? last : value
        case .trunc:
            let columns = min(max(last.number ?? 0, 0), 100_000)
            return value == .none ? .none : .text(Text.truncated(value.text, to: Int(columns)))
        case .markup_escape: return escaping == .pango ? value : .text(TemplateEscaping.pango.apply(to: value.text))
        case .lc: return .text(value.text.lowercased())
        case .uc: return .text(value.text.uppercased())
        case .emoji: return .text(Self.emoji(value))
        }
    }

    /// A sign for a state, or for a volume; anything else stays itself.
    private static func emoji(_ value: TemplateValue) -> String {
        switch value {
        case .none: ""
        case .text("playing"): "▶️"
        case .text("paused"): "⏸️"
        case .text("stopped"): "⏹️"
        case .text(let text): text
        case .number(let volume): volume <= 0 ? "🔇" : volume < 34 ? "🔈" : volume < 67 ? "🔉" : "🔊"
        }
    }
}

/// What a status bar would take for a command, made harmless in every value.
enum TemplateEscaping {
    case none
    /// Pango's markup, for Waybar.
    case pango
    /// polybar's `%{…}`.
    case polybar

    /// - Parameter before: the text that it will stand behind.
    func apply(to text: String, behind before: String = "") -> String {
        switch self {
        case .none: return text
        case .pango:
            guard text.utf8.contains(where: { [0x26, 0x3C, 0x3E, 0x22, 0x27].contains($0) }) else { return text }
            // By scalars: a sign with an accent on it is a sign all the same.
            return text.unicodeScalars.reduce(into: "") { result, scalar in
                switch scalar {
                case "&": result += "&amp;"
                case "<": result += "&lt;"
                case ">": result += "&gt;"
                case "\"": result += "&quot;"
                case "'": result += "&#39;"
                default: result.unicodeScalars.append(scalar)
                }
            }
        case .polybar:
            var last = before.unicodeScalars.last
            return text.unicodeScalars.reduce(into: "") { result, scalar in
                if scalar == "{", last == "%" { result += " " }
                result.unicodeScalars.append(scalar)
                last = scalar
            }
        }
    }
}
