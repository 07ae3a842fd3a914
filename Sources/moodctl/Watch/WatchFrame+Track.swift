import MoodProtocol

extension WatchFrame {
    /// The track, its state and its progress.
    mutating func drawTrack(_ status: Status, in area: Area, _ form: WatchLayout.TrackForm) {
        guard let entry = status.entry else { return drawEmpty(in: area) }
        let title = entry.title ?? entry.name
        let artist = entry.title == nil ? nil : entry.artist
        write(title, in: area.line(0), .bold)
        switch form {
        case .spacious:
            write(artist ?? "", in: area.line(1))
            write(album(entry), in: area.line(2), .quiet)
            write(states(status).first ?? "", in: area.line(4), accent)
            drawProgress(status, entry, bar: area.line(6), times: area.line(7))
        case .dense:
            // The bar and its times are worth more than the artist.
            let rows = min(area.height, 4)
            if rows == 4 {
                let line = [artist, entry.album].compactMap(\.self).joined(separator: " · ")
                write(line, in: area.line(1), .quiet)
            }
            guard rows > 1 else { return }
            var times = area.line(rows - 1)
            let taken = drawProgress(
                status, entry, bar: rows > 2 ? area.line(rows - 2) : area.prefix(rows: 0), times: times)
            times.column += taken + 1
            times.width -= 2 * (taken + 1)
            if let state = states(status).first(where: { Text.width($0) <= times.width }) {
                write(state, in: times, accent, .center)
            }
        }
    }

    private mutating func drawEmpty(in area: Area) {
        write("The queue is empty", in: area.line(0), .bold)
        write("1 to 4 set a mood, / finds music", in: area.line(min(1, area.height - 1)), .quiet)
    }

    private func album(_ entry: Entry) -> String {
        [entry.album, entry.date.map { String($0.prefix(4)) }].compactMap(\.self).joined(separator: " · ")
    }

    /// The state and the mood, such as `‖ paused  ● calm`, from the longest way to say it to the shortest.
    private func states(_ status: Status) -> [String] {
        let (sign, word) =
            switch status.state {
            case .playing: status.stalled ? ("…", " waiting") : ("▸", "")
            case .paused: ("‖", " paused")
            case .stopped: ("■", " stopped")
            }
        let mood = status.mood.map { "  ● " + Text.clean($0.name) } ?? ""
        return [sign + word + mood, sign + mood, sign]
    }

    /// Draws bar and times, and answers the columns that the longer of the times takes.
    @discardableResult
    private mutating func drawProgress(_ status: Status, _ entry: Entry, bar: Area, times: Area) -> Int {
        let isHeld = model.dragged != nil
        let elapsed = status.state == .stopped && !isHeld ? 0 : position ?? 0
        let left = write(ClockTime.text(elapsed), in: times, isHeld ? accent.bold : .plain)
        let end: String? =
            if entry.live { "live" } else { status.duration.map { remaining(elapsed, of: $0) } }
        let right = write(end ?? "?", in: times, .quiet, .right)
        guard !bar.isEmpty else { return max(left, right) }
        let fraction = status.duration.map { $0 > 0 ? elapsed / $0 : 0 } ?? 0
        let (text, done) = ProgressBar(fraction: fraction, available: status.buffered ?? 1).characters(bar.width)
        for (column, character) in text.enumerated() {
            set(Cell(text: character, style: column < done ? accent : .quiet), at: bar.column + column, bar.row)
        }
        // The times below are as good to grasp.
        targets.progress = Area(column: bar.column, row: bar.row, width: bar.width, height: 2)
        return max(left, right)
    }

    /// What the times leave as they are shown, so that both change in the same moment.
    private func remaining(_ elapsed: Double, of duration: Double) -> String {
        "\u{2212}" + ClockTime.text(max(0, duration.rounded(.down) - elapsed.rounded(.down)))
    }
}
