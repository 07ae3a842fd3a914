import JSON
import MoodProtocol

extension Command {
    static let library = [
        Command(
            "find", arguments: "WORD…", count: many(1), options: [.album, .artist, .add, .insert, .play],
            "find tracks that hold every word",
            details: """
                In artist, album, title, genre and path, whatever the case and the accents. With --album or --artist,
                whole albums, or all there is by these artists.
                """
        ) { (invocation) throws(Fault) in try find(invocation) },
        Command("update", arguments: "[PATH]", count: 0...1, "look for new, changed and vanished files") {
            (invocation) throws(Fault) in try update(invocation)
        },
    ]

    private static func find(_ invocation: Invocation) throws(Fault) {
        let groups: StaticString? = invocation.has(.album) ? "album" : invocation.has(.artist) ? "artist" : nil
        let words = invocation.arguments.map(\.text).joined(separator: " ")
        let places: [(Option, QueueAddition.Place)] = [(.add, .end), (.insert, .next), (.play, .replace)]
        let place = places.first { invocation.has($0.0) }?.1
        let list = PagedList(method: .librarySearch) { parameters in
            parameters.member("words", words)
            guard let groups else { return }
            parameters.member("by", word: groups)
            if place != nil { parameters.member("expand", true) }
        }
        if let place { return try add(list, place, invocation) }
        if invocation.has(.json) { return try invocation.show(try list.merged(invocation.daemon)) }
        var count = 0
        try list.pages(invocation.daemon) { answer, _ throws(Fault) in
            let tracks = try answer.found().tracks
            let rows = try groups == nil ? [] : groupRows(answer)
            count += tracks.count + rows.count
            if groups == nil {
                try invocation.list(tracks)
            } else {
                try invocation.table(rows, [.left, .right])
            }
        }
        if count == 0 {
            throw .refused("nothing found for \"\(Text.clean(words))\": moodctl update looks for new files")
        }
    }

    private static func add(_ list: PagedList, _ place: QueueAddition.Place, _ invocation: Invocation) throws(Fault) {
        var found: [Argument] = []
        try list.pages(invocation.daemon) { answer, _ throws(Fault) in
            found += try answer.found().tracks.map { Argument($0.uri) }
        }
        if found.isEmpty { throw .refused("nothing found: moodctl update looks for new files") }
        try QueueAddition(found, place, isNamed: false).run(invocation)
    }

    private static func groupRows(_ answer: Answer) throws(Fault) -> [[String]] {
        (try answer.value()["groups"]?.array ?? []).map { group in
            [group["name"]?.string ?? "", (group["count"] ?? group["tracks"])?.integer.map { "\($0)" } ?? ""]
        }
    }

    private static func update(_ invocation: Invocation) throws(Fault) {
        let path = try QueueAddition.items(invocation.arguments).first
        let answer = try invocation.daemon.call(.libraryUpdate) { if let path { $0.member("path", path) } }
        let result = try answer.value()
        let counts = ["added", "changed", "removed"].map { "\($0): \(result[$0]?.integer ?? 0)" }
        try invocation.show(answer, counts.joined(separator: "   "))
    }
}
