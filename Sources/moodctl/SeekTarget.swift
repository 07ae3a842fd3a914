/// Where `seek` goes: `90`, `1:30`, `+10`, `-10`, `10+`, `10-`, `50%`.
enum SeekTarget: Equatable {
    /// Seconds from the start.
    case position(Double)
    /// Seconds onward, or back.
    case offset(Double)
    /// A share of the duration, 0...1.
    case fraction(Double)

    init(_ text: String) throws(Fault) {
        if let percent = text.hasSuffix("%") ? ClockTime.decimal(text.dropLast()) : nil, percent <= 100 {
            self = .fraction(percent / 100)
        } else if let step = Sign.split(text), let seconds = ClockTime.seconds(step.amount) {
            self = .offset(step.sign == .minus ? -seconds : seconds)
        } else if let seconds = ClockTime.seconds(text) {
            self = .position(seconds)
        } else {
            throw .usage("\"\(Text.clean(text))\" is no time: write 90, 1:30, +10, -10, or 50%")
        }
    }
}
