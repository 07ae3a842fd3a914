import JSON
import MoodProtocol

extension Command {
    static let moods = [
        Command(
            "mood", arguments: "[MOOD|off]", count: 0...1, "play what fits a mood; print the mood; or leave it",
            details: "Leaving a mood keeps the queue. \"-\" reads the name from standard input."
        ) { (invocation) throws(Fault) in try mood(invocation) },
        Command("moods", "list the moods and what they find") { (invocation) throws(Fault) in try list(invocation) },
        rating("like", "like", "remember that a track, a file or a folder fits a mood"),
        rating("ban", "ban", spelledOut: true, "never play it in a mood again"),
        rating("unrate", "none", "take a like or a ban back"),
        Command(
            "scan", arguments: "[IMAGE]", count: 0...1, "read the mood from a face, and play what fits it",
            details: """
                Looks through the camera, or at a picture. Printed are the scores of the moods; in a pipe the mood that was
                set, or "uncertain", and its score.
                """
        ) { (invocation) throws(Fault) in try scan(invocation) },
    ]

    private static func mood(_ invocation: Invocation) throws(Fault) {
        guard !invocation.arguments.isEmpty else {
            let answer = try invocation.daemon.call(.status)
            return try invocation.show(answer, try answer.status().mood?.name ?? "off")
        }
        guard let name = try invocation.word()?.text else { return }
        try invocation.act(.moodSet) { name == "off" ? $0.member("mood", nil as String?) : $0.member("mood", name) }
    }

    private static func list(_ invocation: Invocation) throws(Fault) {
        let answer = try invocation.daemon.call(.moodList)
        let moods = try answer.value()["moods"]?.array ?? []
        let names = moods.map { TemplateValues(name: $0["name"]?.string ?? "") }
        if try invocation.showList(answer, names) { return }
        let rows = moods.map { mood in
            let counts = mood["tracks"]?.object.map { $0.members.compactMap(\.value.integer).reduce(0, &+) }
            return [
                mood["name"]?.string ?? "", mood["channel"]?.string ?? "",
                (counts ?? mood["tracks"]?.integer).map { "\($0)" } ?? "", mood["error"]?.string ?? "",
            ]
        }
        try invocation.table(rows, [.left, .left, .right, .left])
    }

    private static func rating(
        _ name: String, _ verdict: StaticString, spelledOut: Bool = false, _ summary: String
    ) -> Command {
        Command(
            name, arguments: "[MOOD] [N|PATH…]", count: many(0), spelledOut: spelledOut, summary,
            details: """
                Without arguments: the current track, in the current mood. The first word is a mood unless it is a number
                or holds a "/" or a "."; a file without either is ./NAME.
                """
        ) { (invocation) throws(Fault) in try rate(verdict, invocation) }
    }

    private static func rate(_ verdict: StaticString, _ invocation: Invocation) throws(Fault) {
        var words = invocation.arguments[...]
        var mood: String?
        if let first = words.first?.text, try EntryReference(first) == nil,
            !first.contains(where: { $0 == "/" || $0 == "." })
        {
            mood = first
            words = words.dropFirst()
        }
        let subject: (inout JSONWriter) -> Void = { parameters in
            parameters.member("verdict", word: verdict)
            if let mood { parameters.member("mood", mood) }
        }
        guard let first = words.first else { return try invocation.act(.moodRate, subject) }
        if try EntryReference(first.text) == nil {
            let items = try QueueAddition.items(Array(words))
            return try invocation.act(.moodRate, isLong: true) { parameters in
                subject(&parameters)
                parameters.member("items", items)
            }
        }
        for id in try EntrySelection(Array(words)).allIDs(invocation.daemon) {
            try invocation.act(.moodRate) { parameters in
                subject(&parameters)
                parameters.member("entry", id)
            }
        }
    }

    private static func scan(_ invocation: Invocation) throws(Fault) {
        let image = try invocation.arguments.first.map { word throws(Fault) in
            FileAddress.uri(ofPath: try AbsolutePath.current()(word.bytes))
        }
        let answer = try invocation.daemon.call(.moodScan) { if let image { $0.member("image", image) } }
        if invocation.isShaped { return try invocation.show(answer) }
        let result = try answer.read { (reader) throws(JSONError) in try ScanResult(reading: &reader) }
        guard Output.columns == nil else { return try Output.print(ScoreBars(result: result).text) }
        try invocation.table([[result.mood ?? "uncertain", "\(result.score)"]], [.left, .left])
    }
}
