import Glibc
import JSON
import MoodProtocol

/// `moodctl complete WORD…`: what may stand at the end of a command line, for the completions of the shells.
///
/// The first line is `paths` where files fit as well, else `words`; each further line is a word, a tab, and what the
/// word means. It starts no daemon, complains of nothing, and ends within a second.
struct Completion {
    /// It has to be typed in full, and help doesn't show it.
    static let name = "complete"
    static let command = Command(
        name, arguments: "[WORD…]", count: Command.many(0), start: .never, "list what may come next"
    ) { (invocation) throws(Fault) in
        endSoon()
        try Completion(invocation).run()
    }

    /// Whatever keeps a daemon busy, a person who pressed Tab waits for a second at most.
    private static func endSoon() {
        signal(SIGALRM) { _ in _exit(0) }
        var alarms = sigset_t()
        sigemptyset(&alarms)
        sigaddset(&alarms, SIGALRM)
        // Whoever started this program may have had it blocked.
        sigprocmask(SIG_UNBLOCK, &alarms, nil)
        alarm(1)
    }

    private let invocation: Invocation
    /// What is there of the word to complete.
    private let typed: String

    private init(_ invocation: Invocation) {
        self.invocation = invocation
        typed = invocation.arguments.last?.text ?? ""
    }

    private func run() throws(Fault) {
        let before = Array(invocation.arguments.dropLast())
        guard let line = try? ParsedCommandLine(before) else { return }
        if typed.hasPrefix("-"), !before.contains("--") {
            let options = Option.global + (line.command?.options ?? [])
            return try print(options.map { ($0.long, $0.summary) })
        }
        guard let command = line.command else { return try print(Self.commands) }
        let sources = CompletionSource.all(command.arguments, at: line.arguments.count)
        try Output.print(sources.contains(.paths) ? "paths\n" : "words\n")
        for source in sources {
            // What the daemon can't tell now is left out.
            try? print(words(source), isFirst: false)
        }
    }

    private static var commands: [(String, String)] {
        Command.Group.allCases.flatMap(\.commands).map { ($0.name, $0.summary) }
    }

    private func words(_ source: CompletionSource) throws(Fault) -> [(String, String)] {
        switch source {
        case .paths: []
        case .word(let word): [(word, "")]
        case .commands: Self.commands
        case .topics: Topic.allCases.map { ($0.name.description, "") }
        case .methods: Method.allCases.map { ($0.name.description, $0.signature.summary) }
        case .entries: try entries()
        case .moods: try named("moods", .moodList) { $0["channel"]?.string ?? "" }
        case .playlists:
            try named("playlists", .playlistList) { $0["count"]?.integer.map { "\($0) entries" } ?? "" }
        }
    }

    /// The entries whose numbers begin with what was typed, or the first ones: at most a page of each length.
    private func entries() throws(Fault) -> [(String, String)] {
        var words: [(String, String)] = []
        var first = typed.isEmpty ? 1 : ClockTime.whole(typed) ?? 0
        var count = typed.isEmpty ? PagedList.limit : 1
        var total = first
        while first > 0, first <= min(total, 100_000_000) {
            let answer = try invocation.daemon.call(.queueList) { parameters in
                parameters.member("offset", first - 1)
                parameters.member("limit", min(count, PagedList.limit))
            }
            let page = try answer.entries()
            words += page.entries.enumerated().map { ("\(first + $0.offset)", $0.element.name) }
            if typed.isEmpty { break }
            total = page.total
            (first, count) = (first * 10, count * 10)
        }
        return words
    }

    private func named(
        _ list: String, _ method: Method, _ meaning: (JSONValue) -> String
    ) throws(Fault) -> [(String, String)] {
        (try invocation.daemon.call(method).value()[list]?.array ?? []).compactMap { element in
            element["name"]?.string.map { ($0, meaning(element)) }
        }
    }

    /// A name that no line can hold isn't offered.
    private func print(_ words: [(word: String, meaning: String)], isFirst: Bool = true) throws(Fault) {
        let lines = words.filter { $0.word.hasPrefix(typed) && Text.clean($0.word) == $0.word }
            .map { "\($0.word)\t\(Text.clean($0.meaning))\n" }
        try Output.print((isFirst ? "words\n" : "") + lines.joined())
    }
}
