/// Where everything stands on a screen of a certain size.
struct WatchLayout: Equatable, Sendable {
    /// How much of the track there is room to tell.
    enum TrackForm: Equatable, Sendable {
        /// Title, artist and album, the state, the bar and its times, with room between them.
        case spacious
        /// Title, artist and album in one line, the bar, its times and the state.
        case dense
    }

    /// What there is to show beside the track.
    struct Content: Equatable, Sendable {
        var hasCover = false
        var hasLyrics = false
        var prefersList = false
        var isSearching = false
    }

    private(set) var form = TrackForm.dense
    private(set) var cover: Area?
    private(set) var track: Area
    private(set) var lyrics: Area?
    private(set) var list: Area?
    /// The last line; there is none where that line is needed for the track.
    private(set) var footer: Area?

    private static let spaciousRows = 8

    /// Whether lyrics and list say what they are.
    var hasHeadings: Bool { form == .spacious || lyrics != nil && list != nil }

    init(width: Int, height: Int, _ content: Content) {
        let side = width >= 60 ? 3 : width >= 30 ? 1 : 0
        let top = height >= 18 ? 1 : 0
        let hasFooter = height >= 6
        let bottom = hasFooter ? (height >= 10 ? 2 : 1) + (height >= 30 ? 1 : 0) : 0
        let inner = Area(column: side, row: top, width: max(width - 2 * side, 0), height: max(height - top - bottom, 0))
        track = inner
        if hasFooter {
            footer = Area(column: side, row: height - (height >= 30 ? 2 : 1), width: inner.width, height: 1)
        }
        if inner.width >= 96, inner.height >= 26 {
            arrangeSideBySide(inner, content)
        } else if inner.width >= 54, inner.height >= 16 {
            arrangeStacked(inner, content)
        } else {
            arrangeDense(inner, content)
        }
    }

    /// The cover large on the left with the track below it, lyrics and list on the right.
    private mutating func arrangeSideBySide(_ inner: Area, _ content: Content) {
        form = .spacious
        let gap = inner.width >= 140 ? 6 : 4
        let rows = min(inner.width / 5, inner.height - Self.spaciousRows - 2)
        let left = Area(column: inner.column, row: inner.row, width: rows * 2, height: inner.height)
        let used = Self.spaciousRows + (content.hasCover ? rows + 2 : 0)
        let block = left.dropping(rows: content.hasCover ? (inner.height - used) / 2 : 1)
        if content.hasCover { cover = block.prefix(rows: rows) }
        track = block.dropping(rows: content.hasCover ? rows + 2 : 0).prefix(rows: Self.spaciousRows)
        let right = Area(
            column: left.column + left.width + gap, row: inner.row, width: inner.width - left.width - gap,
            height: inner.height)
        arrangePanes(right, content, gap: gap, isWide: right.width >= 84)
    }

    /// The cover small beside the track, lyrics and list below.
    private mutating func arrangeStacked(_ inner: Area, _ content: Content) {
        form = .spacious
        let rows = min(max(inner.height / 2 - 1, Self.spaciousRows), 14)
        var head = inner.prefix(rows: content.hasCover ? rows : Self.spaciousRows)
        let rest = inner.dropping(rows: head.height + 1)
        if content.hasCover {
            cover = Area(column: head.column, row: head.row, width: rows * 2, height: rows)
            head.column += rows * 2 + 3
            head.width -= rows * 2 + 3
        }
        track = head.dropping(rows: (head.height - Self.spaciousRows) / 2).prefix(rows: Self.spaciousRows)
        arrangePanes(rest, content, gap: 4, isWide: rest.width >= 70)
    }

    /// The track in few lines, and one pane, or two one above the other.
    private mutating func arrangeDense(_ inner: Area, _ content: Content) {
        track = inner.prefix(rows: 4)
        guard footer != nil, inner.height >= 7 else { return }
        arrangePanes(inner.dropping(rows: 5), content, gap: 0, isWide: false)
    }

    private mutating func arrangePanes(_ area: Area, _ content: Content, gap: Int, isWide: Bool) {
        guard content.hasLyrics, !content.isSearching else { return list = area }
        if isWide {
            let width = (area.width - gap) / 2
            lyrics = Area(column: area.column, row: area.row, width: width, height: area.height)
            list = Area(
                column: area.column + width + gap, row: area.row, width: area.width - width - gap, height: area.height)
        } else if area.height >= 16 {
            let rows = area.height * 3 / 5
            lyrics = area.prefix(rows: rows - 1)
            list = area.dropping(rows: rows)
        } else if content.prefersList {
            list = area
        } else {
            lyrics = area
        }
    }
}
