import JSON
import MoodProtocol

extension Command {
    static let display = [
        status,
        Command("current", start: .never, "print what plays", details: templateHelp) { (invocation) throws(Fault) in
            let answer = try invocation.daemon.call(.status)
            let status = try answer.status()
            try invocation.show(answer, status.state == .stopped ? "" : Text.clean(status.entry?.name ?? ""))
        },
        Command("lyrics", options: [.follow], start: .never, "print the lyrics, each line with its time") {
            (invocation) throws(Fault) in try lyrics(invocation)
        },
        Command("art", start: .never, "print the path of the cover") { (invocation) throws(Fault) in
            let answer = try invocation.daemon.call(.artwork)
            try invocation.show(answer, Text.clean(try answer.value()["path"]?.string ?? ""))
        },
        Command(
            "follow", options: [.waybar, .polybar, .tick], start: .never,
            "print a line whenever it changes, for a status bar",
            details: """
                The line is the track's name unless --format says otherwise. While no daemon runs it is empty; when it
                is back, so is the line. It ends when nobody reads it any more.

                \(templateHelp)
                """
        ) { (invocation) throws(Fault) in try follow(invocation) },
        Command(
            "watch", "show what plays on the whole terminal, with keys and mouse",
            details: """
                Keys: \(WatchAction.help.map { "\($0.keys): \($0.meaning)" }.joined(separator: "; ")).
                The mouse drags the progress, and chooses from the list. chafa draws the cover, if it is installed.
                NO_COLOR is heeded.
                """
        ) { (_) throws(Fault) in try Watch().run() },
        Command(
            "events", arguments: "[TOPIC…]", count: many(0), start: .never,
            "print how things stand and what changes, one JSON object a line",
            details: "Topics: " + Topic.allCases.map(\.name.description).joined(separator: " ")
        ) { (invocation) throws(Fault) in try events(invocation) },
    ]

    /// What runs where no command is given.
    static let status = Command(
        "status", start: .never, "print what plays, and the modes (as moodctl alone does)", details: templateHelp
    ) { (invocation) throws(Fault) in
        let answer = try invocation.daemon.call(.status)
        if invocation.isShaped { return try invocation.show(answer) }
        let status = try answer.status()
        try Output.print(StatusText(status: status, position: PlaybackClock(status).position()).text)
    }

    private static var templateHelp: String {
        """
        --format knows \(TemplateVariable.allCases.map(\.rawValue).joined(separator: " ")),
        and duration() default() trunc() markup_escape() lc() uc() emoji(), as in '{{default(artist, "?")}} {{duration(position)}}'.
        """
    }

    private static func follow(_ invocation: Invocation) throws(Fault) {
        var follow = try Follow(invocation)
        try follow.run()
    }

    private static func lyrics(_ invocation: Invocation) throws(Fault) {
        if invocation.has(.follow) {
            return try EventStream(invocation.daemon, [.lyrics]).run { _, _, value throws(Fault) in
                let answer = Answer(result: value)
                let line = try answer.value()
                guard let text = line["text"]?.string else { return }
                let sung = TemplateValues(lyric: text, position: line["time"]?.number)
                if try invocation.showList(answer, [sung]) { return }
                try Output.print(Text.clean(text) + "\n")
            }
        }
        let answer = try invocation.daemon.call(.lyrics)
        let lines = try answer.value()["lines"]?.array ?? []
        let sung = lines.map { TemplateValues(lyric: $0["text"]?.string, position: $0["time"]?.number) }
        if try invocation.showList(answer, sung) { return }
        let rows = lines.map { line in
            [line["time"]?.number.map(ClockTime.preciseText) ?? "", line["text"]?.string ?? ""]
        }
        try invocation.table(rows, [.right, .left])
    }

    private static func events(_ invocation: Invocation) throws(Fault) {
        var topics: [Topic] = []
        for word in invocation.arguments {
            guard let topic = Topic(name: word.text) else {
                let names = Topic.allCases.map(\.name.description)
                let hint = Suggestion.hint(for: word.text, among: names)
                let help = ": one of \(names.joined(separator: ", "))"
                throw .usage("no topic \"\(Text.clean(word.text))\"\(hint.isEmpty ? help : hint)")
            }
            topics.append(topic)
        }
        if topics.isEmpty { topics = Topic.allCases }
        try EventStream(invocation.daemon, topics).run { topic, sequence, value throws(Fault) in
            if invocation.has(.quiet) { return }
            var writer = JSONWriter()
            writer.beginEvent(topic, sequence: sequence)
            writer.raw(value)
            writer.endEvent()
            try Output.print(writer.bytes)
        }
    }
}
