/// LRC: lines with the times at which they are sung in square brackets in front of them.
enum LRC {
    private static let mostLines = 20_000
    private static let mostStamps = 64
    /// A line of more bytes isn't one of a song.
    private static let longestLine = 8192

    /// The lines of a text; without any time in it, all its lines as they stand.
    static func parse(_ text: String, positiveOffset: Lyrics.PositiveOffset) -> Lyrics? {
        var timed: [LyricLine] = []
        var plain: [LyricLine] = []
        var offset = 0.0
        // Carriage returns with line feeds are one character, so bytes are split.
        for bytes in text.utf8.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard timed.count < mostLines, plain.count < mostLines else { break }
            guard bytes.count <= longestLine else { continue }
            var line = Substring(bytes).trimmed[...]
            var times: [Double] = []
            var isTag = false
            while let (content, rest) = bracket(line, "[", "]") {
                if let time = time(content) {
                    if times.count < mostStamps { times.append(time) }
                } else if times.isEmpty, let value = tag(content) {
                    if value.name == "offset" { offset = number(value.value) ?? offset }
                    isTag = true
                } else {
                    break
                }
                line = rest.trimmed[...]
            }
            if !times.isEmpty {
                let text = withoutWordStamps(line)
                timed += times.map { LyricLine(time: $0, text: text) }
            } else if !isTag || !line.isEmpty {
                plain.append(LyricLine(time: nil, text: String(line)))
            }
        }
        if timed.isEmpty { return Lyrics(withoutEmptyEnds(plain)) }
        let shift = (positiveOffset == .earlier ? -offset : offset) / 1000
        return Lyrics(sorted(timed, shift))
    }

    /// In the order of their times, where a second line of the same time is a translation of the first.
    private static func sorted(_ lines: [LyricLine], _ shift: Double) -> [LyricLine] {
        var result: [LyricLine] = []
        // The sort is stable: lines of one time stay in the order of the file.
        for line in lines.sorted(by: { ($0.time ?? 0) < ($1.time ?? 0) }) {
            if let last = result.last, last.time == line.time {
                if last.text.isEmpty {
                    result[result.count - 1].text = line.text
                } else if !line.text.isEmpty, line.text != last.text {
                    result[result.count - 1].translations.append(line.text)
                }
            } else {
                result.append(line)
            }
        }
        for index in result.indices { result[index].time = max(0, (result[index].time ?? 0) + shift) }
        return result
    }

    private static func withoutEmptyEnds(_ lines: [LyricLine]) -> [LyricLine] {
        guard let first = lines.firstIndex(where: { !$0.text.isEmpty }),
            let last = lines.lastIndex(where: { !$0.text.isEmpty })
        else { return [] }
        return Array(lines[first...last])
    }

    /// What stands in the brackets at the beginning of a line, and what follows them.
    private static func bracket(_ line: Substring, _ open: Character, _ close: Character) -> (Substring, Substring)? {
        guard line.first == open, let end = line.prefix(256).firstIndex(of: close) else { return nil }
        return (line[line.index(after: line.startIndex)..<end], line[line.index(after: end)...])
    }

    /// `ti:Title`: letters, a colon, and a value.
    private static func tag(_ content: Substring) -> (name: String, value: String)? {
        guard let colon = content.firstIndex(of: ":") else { return nil }
        let name = content[..<colon].trimmed.lowercased()
        guard !name.isEmpty, name.utf8.allSatisfy({ $0.isLetter || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "#") })
        else { return nil }
        return (name, content[content.index(after: colon)...].trimmed)
    }

    private static func number(_ text: String) -> Double? {
        guard let number = Int(text), abs(number) < 10_000_000 else { return nil }
        return Double(number)
    }

    /// `mm:ss`, `mm:ss.x` to `mm:ss.xxx`, or `mm:ss:xx`, in seconds; any number of minutes.
    private static func time(_ content: Substring) -> Double? {
        let parts = content.utf8.split(
            maxSplits: 2, omittingEmptySubsequences: false, whereSeparator: { $0 == 0x3A || $0 == 0x2E })
        let separators = content.utf8.filter { $0 == 0x3A || $0 == 0x2E }
        guard parts.count >= 2, separators.first == 0x3A, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }),
            parts[0].count <= 4, parts[1].count <= 2, let minutes = Double(Substring(parts[0])),
            let seconds = Double(Substring(parts[1]))
        else { return nil }
        guard parts.count == 3 else { return minutes * 60 + seconds }
        guard parts[2].count <= 3, let fraction = Double("0.\(Substring(parts[2]))") else { return nil }
        return minutes * 60 + seconds + fraction
    }

    /// The text without `<mm:ss.xx>`, or the same in square brackets, before its words.
    private static func withoutWordStamps(_ line: Substring) -> String {
        var result = ""
        var rest = line
        while let mark = rest.firstIndex(where: { $0 == "<" || $0 == "[" }) {
            result += rest[..<mark]
            rest = rest[mark...]
            if let (content, after) = bracket(rest, rest.hasPrefix("<") ? "<" : "[", rest.hasPrefix("<") ? ">" : "]"),
                time(content) != nil
            {
                rest = after
            } else {
                result.append(rest.removeFirst())
            }
        }
        return (result + rest).trimmed
    }
}
