import JSON

extension Command {
    static let queue = [
        Command(
            "add", arguments: "PATH|URL…", count: many(0), options: [.null], "append to the queue",
            details: "Folders are walked, playlists are read. Without arguments, or for \"-\", paths come from a pipe."
        ) { (invocation) throws(Fault) in try add(.end, invocation) },
        Command(
            "insert", arguments: "PATH|URL…", count: many(0), options: [.null], "play after the current track",
            details: "Several play in the order given, in shuffle as well."
        ) { (invocation) throws(Fault) in try add(.next, invocation) },
        Command(
            "list", arguments: "[N-M]", count: 0...1, options: [.upcoming, .broken], start: .never, "print the queue"
        ) { (invocation) throws(Fault) in try QueueListing(invocation).run() },
        Command(
            "remove", aliases: ["del"], arguments: "N|N-M|id:ID…", count: many(1), spelledOut: true, "remove entries"
        ) { (invocation) throws(Fault) in try remove(invocation) },
        Command(
            "move", arguments: "N|N-M|id:ID… TO|next", count: many(2), "move entries to place TO, or to play next"
        ) { (invocation) throws(Fault) in try move(invocation) },
        Command("clear", spelledOut: true, "remove every entry") { (invocation) throws(Fault) in
            try invocation.act(.queueClear)
        },
        Command("crop", spelledOut: true, "remove every entry but the current one") { (invocation) throws(Fault) in
            try invocation.act(.queueClear) { $0.member("keepCurrent", true) }
        },
        Command("undo", "take the last change of the queue back") { (invocation) throws(Fault) in
            try invocation.act(.queueUndo)
        },
        Command(
            "sort", arguments: "title|artist|album|path|duration", count: 1...1, options: [.descending],
            "put the queue in order"
        ) { (invocation) throws(Fault) in try sort(invocation) },
    ]

    private static func add(_ place: QueueAddition.Place, _ invocation: Invocation) throws(Fault) {
        let reads = invocation.arguments.isEmpty && (invocation.has(.null) || InputWords.isPiped)
        let words = try invocation.words(reading: reads)
        if words.isEmpty, !reads, invocation.arguments.isEmpty {
            throw .usage(
                "\(invocation.command.name) needs a path or an address: moodctl \(invocation.command.name) ~/Music")
        }
        if !words.isEmpty { try QueueAddition(words, place).run(invocation) }
    }

    private static func remove(_ invocation: Invocation) throws(Fault) {
        let selection = try EntrySelection(try invocation.words())
        if selection.isEmpty { return }
        try invocation.act(.queueRemove, try selection.parameters(invocation.daemon))
    }

    private static func move(_ invocation: Invocation) throws(Fault) {
        var words = try invocation.words()
        guard let place = words.popLast() else { return }
        let selection = try EntrySelection(words)
        if selection.isEmpty { return }
        let number = place == "next" ? nil : ClockTime.whole(place.text)
        guard place == "next" || number ?? 0 > 0 else {
            throw .usage("\"\(Text.clean(place.text))\" is no place: write a number from 1, or next")
        }
        let entries = try selection.parameters(invocation.daemon)
        try invocation.act(.queueMove) { parameters in
            entries(&parameters)
            if let number { parameters.member("at", number - 1) } else { parameters.member("at", word: "next") }
        }
    }

    private static func sort(_ invocation: Invocation) throws(Fault) {
        let keys = ["title", "artist", "album", "path", "duration"]
        guard let key = invocation.arguments.first?.text, keys.contains(key) else {
            throw .usage("sort by one of \(keys.joined(separator: ", "))")
        }
        try invocation.act(.queueSort) {
            $0.member("by", key)
            if invocation.has(.descending) { $0.member("descending", true) }
        }
    }
}
