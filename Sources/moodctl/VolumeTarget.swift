/// What `volume` sets: `40`, `+5`, `-5`, `5+`, `5%-`.
enum VolumeTarget: Equatable {
    /// 0...100.
    case level(Int)
    /// A step up or down; the daemon clamps where it leads.
    case change(Int)

    init(_ text: String) throws(Fault) {
        if let step = Sign.split(text), let amount = Self.percent(step.amount), amount <= 1000 {
            self = .change(step.sign == .minus ? -amount : amount)
        } else if let level = Self.percent(text[...]) {
            guard level <= 100 else { throw .usage("volume \(level) is too much: 100 is full") }
            self = .level(level)
        } else {
            throw .usage("\"\(Text.clean(text))\" is no volume: write 40, +5, or -5")
        }
    }

    private static func percent(_ text: Substring) -> Int? {
        ClockTime.whole(text.hasSuffix("%") ? text.dropLast() : text)
    }
}
