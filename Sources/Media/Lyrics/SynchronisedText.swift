/// The lyrics of an ID3v2 `SYLT` frame.
enum SynchronisedText {
    private static let mostParts = 20_000

    /// The lines of a frame whose first byte, the encoding, has been read; empty if its times aren't milliseconds.
    ///
    /// A part that begins with a line feed begins a line; where none does, each part is a line.
    static func lines(_ text: inout ID3v2Text) -> [LyricLine] {
        guard text.skip(3), text.byte() == 2, let content = text.byte(), content <= 2 else { return [] }
        _ = text.string()
        var parts: [(time: Double, text: String)] = []
        while !text.isAtEnd, parts.count < mostParts {
            let part = text.string()
            guard let milliseconds = text.number() else { break }
            parts.append((Double(milliseconds) / 1000, part))
        }
        let marksLines = parts.dropFirst().contains { $0.text.utf8.first == 0x0A || $0.text.utf8.first == 0x0D }
        var lines: [LyricLine] = []
        for part in parts {
            if marksLines, let first = part.text.utf8.first, first != 0x0A, first != 0x0D, !lines.isEmpty {
                lines[lines.count - 1].text += part.text
            } else {
                lines.append(LyricLine(time: part.time, text: part.text))
            }
        }
        for index in lines.indices { lines[index].text = lines[index].text.trimmed }
        return lines.sorted { ($0.time ?? 0) < ($1.time ?? 0) }
    }
}
