import MoodProtocol

/// What is to be seen at one moment, on a screen of one size.
struct WatchFrame: Sendable {
    private(set) var screen: Screen
    var targets = WatchTargets()
    /// The room for the cover, if there is a cover and room for it.
    private(set) var coverArea: Area?
    let model: WatchModel
    /// Seconds into the track, where the mouse holds it or where it is.
    let position: Double?

    /// - Parameter now: the moment, on the monotonic clock.
    init(_ model: WatchModel, width: Int, height: Int, at now: Double) {
        self.model = model
        screen = Screen(width: width, height: height)
        let held = model.dragged.flatMap { share in model.status?.duration.map { $0 * share } }
        position = held ?? model.position(at: now)
        if !model.isOnline {
            drawNotice("moodd isn't running", UserService.start)
        } else if model.showsHelp {
            drawHelp()
        } else if let status = model.status {
            draw(status)
        } else {
            drawNotice("…", model.message?.text ?? "")
        }
    }

    private mutating func draw(_ status: Status) {
        let layout = WatchLayout(
            width: screen.width, height: screen.height,
            WatchLayout.Content(
                hasCover: model.artwork != nil, hasLyrics: !(model.lyrics?.lines.isEmpty ?? true),
                prefersList: model.prefersList, isSearching: model.search != nil))
        drawCover(in: layout.cover)
        drawTrack(status, in: layout.track, layout.form)
        if let area = layout.lyrics, let lyrics = model.lyrics { drawLyrics(lyrics, in: area, layout) }
        if let area = layout.list { drawList(in: area, layout) }
        if let area = layout.footer { drawFooter(status, in: area) }
    }

    /// The one colour, which is the mood's.
    var accent: Style {
        let index: UInt8 =
            switch model.status?.mood?.name {
            case "happy": 172
            case "sad": 68
            case "calm": 72
            case "angry": 167
            default: 103
            }
        return .colored(.palette(index))
    }

    @discardableResult
    mutating func write(
        _ text: String, in area: Area, _ style: Style = .plain, _ alignment: Screen.Alignment = .left
    ) -> Int {
        screen.write(text, in: area, style, alignment)
    }

    mutating func set(_ cell: Cell, at column: Int, _ row: Int) { screen.set(cell, at: column, row) }

    private mutating func drawCover(in area: Area?) {
        coverArea = area
        guard let area, let cover = model.cover else { return }
        guard cover.request.width == area.width, cover.request.height == area.height else { return }
        let indent = (area.height - cover.lines.count) / 2
        let width = cover.lines.map(\.count).max() ?? 0
        for (row, line) in cover.lines.prefix(area.height).enumerated() {
            for (column, cell) in line.prefix(area.width).enumerated() {
                set(cell, at: area.column + (area.width - width) / 2 + column, area.row + indent + row)
            }
        }
    }

    /// All that there is to say while nothing is known.
    private mutating func drawNotice(_ text: String, _ advice: String) {
        let middle = max((screen.height - 2) / 2, 0)
        write(text, in: screen.area.line(middle), .bold, .center)
        write(advice, in: screen.area.line(middle + 1), .quiet, .center)
        if screen.height > 5 { write("q quit", in: screen.area.line(screen.height - 1), .quiet, .right) }
    }

    /// The keys, in as many columns as it takes to show them all; where that isn't enough, they scroll.
    private mutating func drawHelp() {
        let keys = WatchAction.help
        let width = 26
        let height = screen.height
        let heading = height >= 8 ? 2 : height >= 3 ? 1 : 0
        let room = max(height - heading - (height >= 12 ? 1 : 0), 1)
        let columns = min((keys.count + room - 1) / room, max(screen.width / width, 1))
        let lines = (keys.count + columns - 1) / columns
        let shown = min(lines, room)
        (targets.shownKeys, targets.hiddenKeys) = (shown, lines - shown)
        let first = min(model.helpScroll, targets.hiddenKeys)
        let left = max((screen.width - columns * width) / 2, 0)
        let area = screen.area.dropping(rows: (height - shown - heading) / 2)
        if heading > 0 {
            let title = Area(column: left + 2, row: area.row, width: columns * width - 4, height: 1)
            write("Keys", in: title, .bold)
            let hint = [first > 0 ? "↑" : "", first < targets.hiddenKeys ? "↓" : ""].filter { !$0.isEmpty }
            write(hint.joined(separator: " "), in: title, .quiet, .right)
        }
        for (index, key) in keys.enumerated() where (first..<(first + shown)).contains(index % lines) {
            let line = area.line(heading + index % lines - first)
            let column = left + index / lines * width + 2
            write(key.keys, in: Area(column: column, row: line.row, width: 9, height: 1), accent)
            write(key.meaning, in: Area(column: column + 9, row: line.row, width: width - 11, height: 1))
        }
    }
}
