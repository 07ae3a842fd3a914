/// What a key means while nothing is being typed.
enum WatchAction: Equatable, Sendable {
    case toggle, next, previous, stop
    /// Seconds on, or back.
    case seek(Double)
    /// Per cent more, or less.
    case volume(Int)
    case mute, `repeat`, shuffle
    case mood(String?)
    case like, ban, undo, scan
    case search, keys
    /// The list instead of the lyrics, where there is no room for both, or the lyrics again.
    case otherPane
    /// Rows on, or back.
    case scroll(Int)
    case redraw, suspend, quit

    /// What a key does; nil for those that do nothing.
    init?(_ key: Key) {
        switch key {
        case .left: self = .seek(-5)
        case .right: self = .seek(5)
        case .shiftLeft: self = .seek(-30)
        case .shiftRight: self = .seek(30)
        case .up: self = .volume(5)
        case .down: self = .volume(-5)
        case .pageUp: self = .scroll(-10)
        case .pageDown: self = .scroll(10)
        case .home: self = .scroll(.min)
        case .tab: self = .otherPane
        case .control("c"): self = .quit
        case .control("l"): self = .redraw
        case .control("z"): self = .suspend
        case .character(let scalar):
            guard let action = Self.action(scalar) else { return nil }
            self = action
        default: return nil
        }
    }

    private static func action(_ scalar: Unicode.Scalar) -> WatchAction? {
        switch scalar {
        case " ": .toggle
        case "n": .next
        case "p": .previous
        case "x": .stop
        case "+", "=": .volume(5)
        case "-", "\u{2212}": .volume(-5)
        case "m": .mute
        case "r": .repeat
        case "s": .shuffle
        case "1": .mood("happy")
        case "2": .mood("sad")
        case "3": .mood("calm")
        case "4": .mood("angry")
        case "0": .mood(nil)
        case "l": .like
        case "b": .ban
        case "u": .undo
        case "c": .scan
        case "j": .scroll(1)
        case "k": .scroll(-1)
        case "/": .search
        case "?": .keys
        case "q": .quit
        default: nil
        }
    }

    /// The keys as help lists them.
    static var help: [(keys: String, meaning: String)] {
        [
            ("space", "play, pause"), ("n p", "next, previous"), ("x", "stop"), ("← →", "5 s back, on"),
            ("⇧← ⇧→", "30 s back, on"), ("↑ ↓ + −", "volume"), ("m", "mute"), ("r", "repeat"), ("s", "shuffle"),
            ("1", "happy"), ("2", "sad"), ("3", "calm"), ("4", "angry"), ("0", "leave the mood"),
            ("c", "scan a face"), ("l", "like"), ("b", "ban"), ("u", "undo"), ("/", "find music"),
            ("j k", "scroll"), ("tab", "lyrics, queue"), ("q", "quit"),
        ]
    }
}
