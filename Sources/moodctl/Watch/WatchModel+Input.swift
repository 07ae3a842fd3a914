import JSON
import MoodProtocol

extension WatchModel {
    /// Takes in what the person did.
    ///
    /// - Parameter targets: what is where on the screen that was seen.
    mutating func handle(_ event: TerminalEvent, on targets: WatchTargets, at now: Double) -> [WatchEffect] {
        switch event {
        case .paste(let text):
            guard search != nil else { return [] }
            search?.type(text)
            return searched()
        case .mouse(let mouse): return handle(mouse, targets, at: now)
        case .key(let key):
            if key == .control("c") { return [.quit] }
            if showsHelp, key != .control("z"), key != .control("l") { return leaf(key, targets) }
            if search != nil { return type(key) }
            return WatchAction(key).map { perform($0, at: now) } ?? []
        }
    }

    /// Scrolls the keys where not all of them are seen; any other key leaves them.
    private mutating func leaf(_ key: Key, _ targets: WatchTargets) -> [WatchEffect] {
        let rows: Int? =
            switch key {
            case .down: 1
            case .up: -1
            default: if case .scroll(let rows)? = WatchAction(key) { rows } else { nil }
            }
        if let rows, targets.hiddenKeys > 0 {
            scrollHelp(by: rows, targets)
            return []
        }
        showsHelp = false
        return key == .character("q") ? [.quit] : []
    }

    private mutating func scrollHelp(by rows: Int, _ targets: WatchTargets) {
        // No line is passed over unseen.
        let step = min(max(rows, -targets.shownKeys), targets.shownKeys)
        helpScroll = rows == .min ? 0 : min(max(helpScroll + step, 0), targets.hiddenKeys)
    }

    private mutating func perform(_ action: WatchAction, at now: Double) -> [WatchEffect] {
        switch action {
        case .volume, .mute, .repeat, .shuffle: showModes(at: now)
        default: break
        }
        switch action {
        case .toggle: return [.ask(.order(.toggle))]
        case .next: return [.ask(.order(.next))]
        case .previous: return [.ask(.order(.previous))]
        case .stop: return [.ask(.order(.stop))]
        case .seek(let offset): return [.ask(.order(.seek, ["offset": .number(offset)]))]
        case .volume(let change): return [.ask(.order(.volume, ["change": .integer(change)]))]
        case .mute: return [.ask(.order(.mute))]
        case .repeat:
            let next: JSONValue =
                switch status?.modes.repeat ?? .off {
                case .off: "all"
                case .all: "one"
                case .one: "off"
                }
            return [.ask(.order(.modes, ["repeat": next]))]
        case .shuffle: return [.ask(.order(.modes, ["shuffle": .bool(!(status?.modes.shuffle ?? false))]))]
        case .mood(let name?):
            return [.ask(.order(.moodSet, ["mood": .string(name)], waiting: "looking for \(name) music …"))]
        case .mood(nil): return [.ask(.order(.moodSet, ["mood": nil]))]
        case .like: return [.ask(.order(.moodRate, ["verdict": "like"]))]
        case .ban: return [.ask(.order(.moodRate, ["verdict": "ban"]))]
        case .undo: return [.ask(.order(.queueUndo))]
        case .scan: return [.ask(.order(.moodScan, waiting: "looking at your face …"))]
        case .search: search = WatchSearch()
        case .keys: (showsHelp, helpScroll) = (true, 0)
        case .otherPane: prefersList.toggle()
        case .scroll(let rows): return scroll(by: rows).map(WatchEffect.ask)
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .quit: return [.quit]
        }
        return []
    }

    // MARK: Searching

    private mutating func type(_ key: Key) -> [WatchEffect] {
        guard let selected = search?.selected else { return [] }
        switch key {
        case .escape:
            search = nil
            return []
        case .enter: return choose(play: true)
        case .tab: return choose(play: false)
        case .up: search?.select(selected - 1)
        case .down: search?.select(selected + 1)
        case .pageUp: search?.select(selected - 10)
        case .pageDown: search?.select(selected + 10)
        case .backspace: search?.eraseLast()
        case .control("u"): search?.words = ""
        case .control("w"): search?.eraseWord()
        case .control("z"): return [.suspend]
        case .control("l"): return [.redraw]
        case .character(let scalar): search?.type(String(Character(scalar)))
        default: break
        }
        return searched()
    }

    private mutating func searched() -> [WatchEffect] {
        search?.request().map { [.ask($0)] } ?? []
    }

    /// Adds what is selected; playing it ends the search.
    private mutating func choose(play: Bool) -> [WatchEffect] {
        guard let entry = search?.selection else { return [] }
        if play { search = nil }
        let parameters: JSONValue = [
            "items": [.string(entry.uri)], "at": play ? "next" : "end", "play": .bool(play),
        ]
        return [.ask(.order(.queueAdd, parameters))]
    }

    // MARK: The mouse

    private mutating func handle(_ mouse: Mouse, _ targets: WatchTargets, at now: Double) -> [WatchEffect] {
        switch mouse.action {
        case .press:
            if showsHelp {
                showsHelp = false
                return []
            }
            switch targets.target(at: mouse.position) {
            case .progress:
                if status?.duration != nil { dragged = targets.fraction(mouse.position) }
            case .entry(let id): return [.ask(.order(.play, ["entry": .integer(Int(id)), "confirm": true]))]
            case .result(let index):
                let isChosen = search?.selected == index
                search?.select(index)
                if isChosen { return choose(play: true) }
            case nil: break
            }
        case .drag:
            if dragged != nil { dragged = targets.fraction(mouse.position) }
        case .release:
            guard dragged != nil else { return [] }
            let fraction = targets.fraction(mouse.position)
            dragged = nil
            return [.ask(.order(.seek, ["fraction": .number(fraction)]))]
        case .wheelUp, .wheelDown:
            let rows = mouse.action == .wheelUp ? -3 : 3
            if showsHelp {
                scrollHelp(by: rows, targets)
            } else if let search {
                self.search?.select(search.selected + rows)
            } else if targets.list?.contains(mouse.position) == true {
                return scroll(by: rows).map(WatchEffect.ask)
            } else {
                return perform(.volume(rows < 0 ? 5 : -5), at: now)
            }
        }
        return []
    }
}

/// What the mouse finds on the screen.
struct WatchTargets: Equatable, Sendable {
    enum Target: Equatable, Sendable {
        case progress
        case entry(UInt32)
        case result(Int)
    }

    /// The bar.
    var progress: Area?
    /// The rows that can be scrolled.
    var list: Area?
    /// What each row of the list holds, from its top.
    var rows: [Target] = []
    /// How many lines of the keys are seen, and for how many there was no room.
    var shownKeys = 0
    var hiddenKeys = 0

    func target(at position: Position) -> Target? {
        if progress?.contains(position) == true { return .progress }
        guard let list, list.contains(position), rows.indices.contains(position.row - list.row) else { return nil }
        return rows[position.row - list.row]
    }

    /// Which part of the bar lies left of a place, 0...1, wherever the mouse was dragged to.
    func fraction(_ position: Position) -> Double {
        guard let progress, progress.width > 1 else { return 0 }
        return min(max(Double(position.column - progress.column) / Double(progress.width - 1), 0), 1)
    }
}
