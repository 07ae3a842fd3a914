extension Command {
    static let playback = [
        Command(
            "play", arguments: "[N|PATH|URL…]", count: many(0),
            "play on; or entry N; or replace the queue by what is named, and play",
            details: """
                N counts from 1; id:ID names an entry whatever its place; a file named by digits is ./21.
                "-" reads N or paths from standard input. "moodctl undo" brings the old queue back.
                """
        ) { (invocation) throws(Fault) in try play(invocation) },
        Command("pause", start: .needless, "pause") { (invocation) throws(Fault) in
            try invocation.act(.pause)
        },
        Command("toggle", aliases: ["play-pause"], "play or pause, and print which") { (invocation) throws(Fault) in
            let answer = try invocation.daemon.call(.toggle)
            try invocation.show(answer, try answer.status().state.rawValue)
        },
        Command("stop", start: .needless, "stop") { (invocation) throws(Fault) in
            try invocation.act(.stop)
        },
        Command("next", "play the next track") { (invocation) throws(Fault) in
            try invocation.act(.next)
        },
        Command("prev", aliases: ["previous"], "play the track before") { (invocation) throws(Fault) in
            try invocation.act(.previous)
        },
        Command("random", count: 0...1, "play a random track now") { (invocation) throws(Fault) in
            guard invocation.arguments.isEmpty else {
                throw .usage("random plays a random track now; the mode is \"moodctl shuffle\"")
            }
            try invocation.act(.random)
        },
        Command(
            "seek", arguments: "TIME", count: 1...1, "go to a place in the track",
            details: "TIME is 90, 1:30, 1:02:03, +10, -10, 10+, 10-, or 50%. \"-\" reads it from standard input."
        ) { (invocation) throws(Fault) in try seek(invocation) },
    ]

    private static func play(_ invocation: Invocation) throws(Fault) {
        guard !invocation.arguments.isEmpty else {
            return try invocation.act(.play) { $0.member("confirm", true) }
        }
        let words = try invocation.words()
        guard let first = words.first else { return }
        guard let reference = try EntryReference(first.text) else {
            return try QueueAddition(words, .replace).run(invocation)
        }
        guard words.count == 1 else { throw .usage("play starts one entry: moodctl play \(first.text)") }
        switch reference {
        case .id(let id):
            try invocation.act(.play) {
                $0.member("entry", id)
                $0.member("confirm", true)
            }
        case .numbers(let numbers):
            guard numbers.count == 1 else {
                throw .usage("play starts one entry: moodctl play \(numbers.lowerBound)")
            }
            try invocation.act(.play) {
                $0.member("index", numbers.lowerBound - 1)
                $0.member("confirm", true)
            }
        }
    }

    private static func seek(_ invocation: Invocation) throws(Fault) {
        guard let word = try invocation.word() else { return }
        let target = try SeekTarget(word.text)
        let answer = try invocation.daemon.call(.seek) { parameters in
            switch target {
            case .position(let seconds): parameters.member("position", thousandths: seconds)
            case .offset(let seconds): parameters.member("offset", thousandths: seconds)
            case .fraction(let share): parameters.member("fraction", share)
            }
            parameters.member("confirm", true)
        }
        guard case .offset = target else { return try invocation.show(answer) }
        try invocation.show(answer, ClockTime.text(try answer.status().position ?? 0))
    }
}
