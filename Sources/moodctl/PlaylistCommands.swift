import JSON
import MoodProtocol

extension Command {
    static let playlists = [
        Command(
            "save", arguments: "NAME", count: 1...1, options: [.append, .force], "save the queue as a playlist"
        ) { (invocation) throws(Fault) in try save(invocation) },
        Command(
            "load", arguments: "NAME", count: 1...1, options: [.play, .insert], "append a playlist to the queue",
            details: "\"-\" reads the name from standard input."
        ) { (invocation) throws(Fault) in try load(invocation) },
        Command("playlists", "list the playlists") { (invocation) throws(Fault) in try list(invocation) },
        Command("delete", arguments: "NAME", count: 1...1, spelledOut: true, "delete a playlist") {
            (invocation) throws(Fault) in
            try invocation.act(.playlistRemove) { $0.member("name", invocation.arguments[0].text) }
        },
    ]

    private static func save(_ invocation: Invocation) throws(Fault) {
        try invocation.act(.playlistSave) {
            $0.member("name", invocation.arguments[0].text)
            if invocation.has(.append) { $0.member("append", true) }
            if invocation.has(.force) { $0.member("force", true) }
        }
    }

    private static func load(_ invocation: Invocation) throws(Fault) {
        guard let name = try invocation.word()?.text else { return }
        if name.contains("/") {
            throw .usage("load takes the name of a saved playlist; for a file: moodctl add \(Text.clean(name))")
        }
        let answer = try invocation.daemon.call(.playlistLoad) {
            $0.member("name", name)
            if invocation.has(.insert) {
                $0.member("at", word: "next")
            } else if invocation.has(.play) {
                $0.member("replace", true)
                $0.member("play", true)
            }
        }
        var outcome = AdditionOutcome()
        try outcome.add(answer)
        try invocation.show(answer)
        try outcome.tell { $0 }
    }

    private static func list(_ invocation: Invocation) throws(Fault) {
        let answer = try invocation.daemon.call(.playlistList)
        let playlists = try answer.value()["playlists"]?.array ?? []
        let names = playlists.map { TemplateValues(name: $0["name"]?.string ?? "") }
        if try invocation.showList(answer, names) { return }
        let rows = playlists.map { playlist in
            [playlist["name"]?.string ?? "", playlist["count"]?.integer.map { "\($0)" } ?? ""]
        }
        try invocation.table(rows, [.left, .right])
    }
}
