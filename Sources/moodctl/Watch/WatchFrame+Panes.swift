import MoodProtocol

extension WatchFrame {
    /// A heading where there is room for one; what is left below it.
    private mutating func heading(_ text: String, _ note: String, in area: Area, _ layout: WatchLayout) -> Area {
        guard layout.hasHeadings, area.height > 4 else { return area }
        write(text, in: area.line(0), accent)
        write(note, in: area.line(0), .quiet, .right)
        return area.dropping(rows: area.height > 14 ? 2 : 1)
    }

    // MARK: Lyrics

    /// The lyrics around the line that is sung, which is lit; without times they move on with the track.
    mutating func drawLyrics(_ lyrics: LyricSheet, in area: Area, _ layout: WatchLayout) {
        let area = heading("Lyrics", "", in: area, layout)
        guard !area.isEmpty else { return }
        let current = lyrics.current(at: position ?? 0)
        let anchor = current?.lowerBound ?? untimedAnchor(lyrics)
        var rows: [(text: String, isLit: Bool)] = []
        var above = anchor
        let before = area.height * 2 / 5
        while above > 0, rows.count < before {
            above -= 1
            rows = wrapped(lyrics, above, area.width, current) + rows
        }
        rows = Array(rows.suffix(before))
        var below = anchor
        while below < lyrics.lines.count, rows.count < area.height {
            rows += wrapped(lyrics, below, area.width, current)
            below += 1
        }
        for (index, row) in rows.prefix(area.height).enumerated() {
            write(row.text, in: area.line(index), row.isLit ? accent.bold : lyrics.isSynced ? .quiet : .plain)
        }
    }

    /// The line in the middle of lyrics of which nobody knows when they are sung: as far as the track is.
    private func untimedAnchor(_ lyrics: LyricSheet) -> Int {
        guard !lyrics.isSynced, let position, let duration = model.status?.duration, duration > 0 else { return 0 }
        return min(max(Int(Double(lyrics.lines.count) * position / duration), 0), max(lyrics.lines.count - 1, 0))
    }

    private func wrapped(
        _ lyrics: LyricSheet, _ index: Int, _ width: Int, _ current: Range<Int>?
    ) -> [(text: String, isLit: Bool)] {
        let isLit = current?.contains(index) ?? false
        let text = lyrics.lines[index].text
        let shown = isLit && text.isEmpty ? "♪" : text
        return Text.wrapped(Text.clean(shown), to: width).map { ($0, isLit) }
    }

    // MARK: Lists

    /// What plays next, or what a search found.
    mutating func drawList(in area: Area, _ layout: WatchLayout) {
        if let search = model.search { return drawResults(search, in: area, layout) }
        guard !model.upcoming.isEmpty || model.knowsUpcoming && model.status?.entry != nil else { return }
        let count = model.upcomingTotal > 0 ? "\(model.upcomingTotal)" : ""
        let rows = heading("Next", count, in: area, layout)
        targets.list = rows
        if model.upcoming.isEmpty { write("nothing comes after this", in: rows, .quiet) }
        for (index, entry) in model.upcoming.dropFirst(model.scroll).prefix(max(rows.height, 0)).enumerated() {
            drawEntry(entry, in: rows.line(index), isSelected: false)
            targets.rows.append(.entry(entry.id))
        }
    }

    private mutating func drawResults(_ search: WatchSearch, in area: Area, _ layout: WatchLayout) {
        let rows = heading("Found", search.answered.isEmpty ? "" : "\(search.total)", in: area, layout)
        targets.list = rows
        guard rows.height > 0 else { return }
        if search.results.isEmpty {
            let isAnswer = !search.answered.isEmpty && search.answered == search.words
            write(isAnswer ? "nothing found" : "", in: rows.line(0), .quiet)
        }
        let first = min(max(0, search.selected - rows.height / 2), max(0, search.results.count - rows.height))
        for (index, entry) in search.results.dropFirst(first).prefix(rows.height).enumerated() {
            drawEntry(entry, in: rows.line(index), isSelected: first + index == search.selected)
            targets.rows.append(.result(first + index))
        }
    }

    /// Title, artist and duration; the last two only where there is room.
    private mutating func drawEntry(_ entry: Entry, in area: Area, isSelected: Bool) {
        var style = isSelected ? accent.bold : entry.unavailable == nil ? Style.plain : .quiet
        style.isInverse = isSelected
        if isSelected { write(String(repeating: " ", count: area.width), in: area, style) }
        let dim = isSelected ? style : .quiet
        var text = area
        if area.width >= 24 {
            let time = entry.unavailable == nil ? entry.duration.map(ClockTime.text) : "—"
            write(time ?? "", in: area, dim, .right)
            text.width -= 9
        }
        guard let title = entry.title else {
            write(entry.name, in: text, style)
            return
        }
        text.column += write(title, in: text, style) + 2
        text.width = area.column + area.width - (area.width >= 24 ? 9 : 0) - text.column
        if text.width >= 4, let artist = entry.artist { write(artist, in: text, dim) }
    }

    // MARK: The last line

    /// Volume and modes; or what there is to say; or what is being looked for.
    mutating func drawFooter(_ status: Status, in area: Area) {
        if let search = model.search { return drawSearch(search, in: area) }
        if area.width >= 30 { write("? keys", in: area, .quiet, .right) }
        var area = area
        if area.width >= 30 { area.width -= 8 }
        if model.modesEnd == nil, let message = model.message {
            return say(message.text, in: area, message.isFault ? Style.colored(.palette(167)) : .plain)
        }
        if model.modesEnd == nil, let error = status.error {
            return say(error, in: area, .colored(.palette(167)))
        }
        let used = drawVolume(status, in: area)
        area.column += used
        area.width -= used
        write(modes(status).map { "   " + $0 }.joined(), in: area, .quiet)
    }

    /// Writes what there is to say; where it is long and the screen high, it begins in the empty line above.
    private mutating func say(_ text: String, in area: Area, _ style: Style) {
        let lines = Text.wrapped(Text.clean(text), to: area.width)
        guard lines.count > 1, screen.height >= 10 else {
            write(text, in: area, style)
            return
        }
        var above = area
        above.row -= 1
        write(lines[0], in: above, style)
        write(lines[1...].joined(separator: " "), in: area, style)
    }

    private mutating func drawVolume(_ status: Status, in area: Area) -> Int {
        guard !status.muted else { return write("muted", in: area, accent) }
        guard let volume = status.volume else { return 0 }
        let columns = area.width >= 50 ? 10 : 5
        let (text, done) = ProgressBar(fraction: Double(volume) / 100, available: 1).characters(columns)
        for (column, character) in text.enumerated() where column < area.width {
            set(Cell(text: character, style: column < done ? accent : .quiet), at: area.column + column, area.row)
        }
        var rest = area
        rest.column += columns + 1
        rest.width -= columns + 1
        return columns + 1 + write("\(volume) %", in: rest, .quiet)
    }

    /// The modes that are on.
    private func modes(_ status: Status) -> [String] {
        var words: [String] = []
        if status.modes.repeat != .off { words.append("repeat \(status.modes.repeat.rawValue)") }
        if status.modes.shuffle { words.append("shuffle") }
        if status.modes.consume { words.append("consume") }
        if status.modes.stopAfterCurrent { words.append("stop after this") }
        if status.sleepRemaining != nil { words.append("sleep") }
        return words
    }

    private mutating func drawSearch(_ search: WatchSearch, in area: Area) {
        let hint = "enter play  tab add  esc"
        let hasHint = area.width >= 60
        if hasHint { write(hint, in: area, .quiet, .right) }
        var text = area
        text.width -= hasHint ? Text.width(hint) + 2 : 0
        let used = write("/ ", in: text, accent.bold)
        text.column += used
        text.width -= used
        // The end is where one types.
        var graphemes = Text.graphemes(Text.clean(search.words))[...]
        while graphemes.reduce(0, { $0 + $1.width }) > max(text.width - 1, 0) { graphemes = graphemes.dropFirst() }
        text.column += write(graphemes.map { String($0.scalars) }.joined(), in: text)
        set(
            Cell(text: " ", style: Style(isInverse: true)), at: min(text.column, area.column + area.width - 1), area.row
        )
    }
}
