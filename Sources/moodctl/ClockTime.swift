/// Times as people write them: seconds, `m:ss`, or `h:mm:ss`.
enum ClockTime {
    /// The longest time that is understood: a thousand hours.
    static let limit = 3_600_000.0

    /// `m:ss`, and `h:mm:ss` past the hour; fractions are dropped.
    static func text(_ seconds: Double) -> String {
        let whole = seconds > 0 ? Int(min(seconds, limit)) : 0
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(twoDigits(rest))" : "\(minutes):\(twoDigits(rest))"
    }

    /// `m:ss.hh`, exact enough to seek to a line of lyrics.
    static func preciseText(_ seconds: Double) -> String {
        let hundredths = seconds > 0 ? Int(min(seconds, limit) * 100) : 0
        return "\(hundredths / 6000):\(twoDigits(hundredths / 100 % 60)).\(twoDigits(hundredths % 100))"
    }

    /// The seconds that `90`, `1:30`, `1:02:03` or `1:05.25` name.
    static func seconds(_ text: some StringProtocol) -> Double? {
        let fields = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        guard fields.count <= 3, let last = fields.last, let seconds = decimal(last) else { return nil }
        guard fields.count > 1 else { return seconds <= limit ? seconds : nil }
        guard seconds < 60 else { return nil }
        var total = 0.0
        for (index, field) in fields.dropLast().enumerated() {
            guard let number = whole(field), index == 0 || number < 60 else { return nil }
            total = total * 60 + Double(number)
        }
        total = total * 60 + seconds
        return total <= limit ? total : nil
    }

    /// Digits with at most one point between them, nothing else.
    static func decimal(_ text: some StringProtocol) -> Double? {
        let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count <= 2, text.utf8.count <= 18, parts.allSatisfy({ whole($0) != nil }) else { return nil }
        return Double(String(text))
    }

    /// Digits alone, as a number.
    static func whole(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
