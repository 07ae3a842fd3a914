/// What a template may name.
enum TemplateVariable: String, CaseIterable, Sendable {
    case name, title, artist, album, albumArtist, disc, track, date, genre, uri, artwork, id, number
    case state, position, duration, remaining, percent, volume, mood, lyric, bitrate, output, error

    /// Whether it changes with time alone while music plays.
    var moves: Bool { self == .position || self == .remaining || self == .percent }
}

/// The value of a variable or of a part of a template.
enum TemplateValue: Equatable, Sendable {
    /// Not known, or not there: prints nothing.
    case none
    case text(String)
    case number(Double)

    init(_ text: String?) { self = text.map { .text(Text.clean($0)) } ?? .none }
    init(_ number: Double?) { self = number.map { .number($0) } ?? .none }
    init(_ number: Int?) { self.init(number.map(Double.init)) }

    var isEmpty: Bool { self == .none || self == .text("") }

    /// Numbers have at most three decimals, and none where they are whole.
    var text: String {
        switch self {
        case .none: return ""
        case .text(let text): return text
        case .number(let number):
            guard abs(number) < 1e15 else { return number.isFinite ? "\(number)" : "" }
            let thousandths = Int((abs(number) * 1000).rounded())
            let sign = number < 0 && thousandths > 0 ? "-" : ""
            var decimals = String(thousandths % 1000 + 1000).dropFirst()
            while decimals.last == "0" { decimals.removeLast() }
            return "\(sign)\(thousandths / 1000)" + (decimals.isEmpty ? "" : "." + decimals)
        }
    }

    var number: Double? {
        switch self {
        case .none: nil
        case .text(let text): ClockTime.decimal(text)
        case .number(let number): number
        }
    }
}
