/// One command: how it is typed, what help says of it, and what it does.
struct Command: Sendable {
    /// What happens where no daemon runs.
    enum DaemonStart {
        /// Connecting may start it, through the socket unit.
        case allowed
        /// It is left alone, and the command fails.
        case never
        /// It is left alone, and the command has nothing to do.
        case needless
    }

    typealias Action = @Sendable (Invocation) throws(Fault) -> Void

    let name: String
    let aliases: [String]
    /// The arguments, as help shows them.
    let arguments: String
    /// How many arguments it takes.
    let count: ClosedRange<Int>
    let options: [Option]
    let start: DaemonStart
    /// Whether it has to be typed in full, because a slip of the hand would cost something.
    let spelledOut: Bool
    let summary: String
    /// What help adds, made when it is asked for.
    let details: @Sendable () -> String
    let action: Action

    init(
        _ name: String, aliases: [String] = [], arguments: String = "", count: ClosedRange<Int> = 0...0,
        options: [Option] = [], start: DaemonStart = .allowed, spelledOut: Bool = false, _ summary: String,
        details: @autoclosure @escaping @Sendable () -> String = "", action: @escaping Action
    ) {
        self.name = name
        self.aliases = aliases
        self.arguments = arguments
        self.count = count
        self.options = options
        self.start = start
        self.spelledOut = spelledOut
        self.summary = summary
        self.details = details
        self.action = action
    }

    /// A part of the vocabulary, as help lists it.
    enum Group: String, CaseIterable {
        case playing = "Playing"
        case modes = "Modes and volume"
        case queue = "The queue"
        case library = "The library"
        case moods = "Moods"
        case playlists = "Playlists"
        case display = "What plays"
        case server = "The daemon"

        var commands: [Command] {
            switch self {
            case .playing: Command.playback
            case .modes: Command.modes
            case .queue: Command.queue
            case .library: Command.library
            case .moods: Command.moods
            case .playlists: Command.playlists
            case .display: Command.display
            case .server: Command.server
            }
        }
    }

    /// Any number of arguments, from `least` up.
    static func many(_ least: Int) -> ClosedRange<Int> { least...Int.max }

    /// The command that `word` names: its name, an alias, or a prefix that can mean nothing else.
    static func named(_ word: String) throws(Fault) -> Command {
        if word == Completion.name { return Completion.command }
        for group in Group.allCases {
            for command in group.commands where command.name == word || command.aliases.contains(word) {
                return command
            }
        }
        let all = Group.allCases.flatMap(\.commands)
        let candidates = word.isEmpty ? [] : all.filter { $0.names.contains { $0.hasPrefix(word) } }
        let shown = Text.clean(word)
        if let only = candidates.first, candidates.count == 1 {
            guard only.spelledOut else { return only }
            throw .usage("no command \"\(shown)\": \"\(only.name)\" has to be typed in full")
        }
        if !candidates.isEmpty {
            throw .usage("\"\(shown)\" could be \(candidates.map(\.name).joined(separator: ", "))")
        }
        let hint = Suggestion.hint(for: word, among: all.flatMap(\.names))
        throw .usage("no command \"\(shown)\"\(hint.isEmpty ? ": moodctl help lists them" : hint)")
    }

    private var names: [String] { [name] + aliases }
}
