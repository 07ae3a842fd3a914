extension Command {
    static let modes = [
        Command(
            "volume", arguments: "[V]", count: 0...1, "print the volume, set it, or change it",
            details: "V is 0 to 100, or a step: +5, -5, 5+, 5-. Raising it unmutes."
        ) { (invocation) throws(Fault) in try volume(invocation) },
        Command("mute", arguments: "[on|off]", count: 0...1, start: .never, "silence, or not; print which it became") {
            (invocation) throws(Fault) in try mute(invocation)
        },
        Command(
            "repeat", arguments: "[off|all|one]", count: 0...1,
            "repeat the queue, or the track; or step to the next mode"
        ) { (invocation) throws(Fault) in try repeatMode(invocation) },
        Command("shuffle", arguments: "[on|off]", count: 0...1, "play in random order") { (invocation) throws(Fault) in
            try mode("shuffle", invocation)
        },
        Command("consume", arguments: "[on|off]", count: 0...1, "remove each track once it was played") {
            (invocation) throws(Fault) in try mode("consume", invocation)
        },
        Command("stop-after", arguments: "[on|off]", count: 0...1, "stop when the current track ends") {
            (invocation) throws(Fault) in try mode("stopAfterCurrent", invocation)
        },
        Command(
            "sleep", arguments: "[MINUTES|off]", count: 0...1, options: [.finish], start: .never,
            "pause after some minutes; or print how long it is until then"
        ) { (invocation) throws(Fault) in try sleep(invocation) },
    ]

    private static func volume(_ invocation: Invocation) throws(Fault) {
        guard let word = invocation.arguments.first else {
            let answer = try invocation.daemon.call(.status)
            let status = try answer.status()
            return try invocation.show(answer, status.muted ? "muted" : status.volume.map { "\($0)" } ?? "n/a")
        }
        switch try VolumeTarget(word.text) {
        case .level(let level): try invocation.act(.volume) { $0.member("level", level) }
        case .change(let change):
            let answer = try invocation.daemon.call(.volume) { $0.member("change", change) }
            try invocation.show(answer, try answer.value()["level"]?.integer.map { "\($0)" } ?? "n/a")
        }
    }

    private static func mute(_ invocation: Invocation) throws(Fault) {
        guard let word = invocation.arguments.first else {
            let answer = try invocation.daemon.call(.mute)
            return try invocation.show(answer, try answer.value()["muted"]?.bool == true ? "on" : "off")
        }
        let muted = try isOn(word, invocation)
        try invocation.act(.mute) { $0.member("muted", muted) }
    }

    private static func repeatMode(_ invocation: Invocation) throws(Fault) {
        let modes = ["off", "all", "one"]
        if let word = invocation.arguments.first?.text {
            guard modes.contains(word) else { throw .usage("repeat is off, all or one, not \"\(Text.clean(word))\"") }
            return try invocation.act(.modes) { $0.member("repeat", word) }
        }
        let current = try invocation.daemon.call(.modes).value()["repeat"]?.string ?? "off"
        let following = modes[((modes.firstIndex(of: current) ?? 0) + 1) % modes.count]
        let answer = try invocation.daemon.call(.modes) { $0.member("repeat", following) }
        try invocation.show(answer, following)
    }

    private static func mode(_ name: StaticString, _ invocation: Invocation) throws(Fault) {
        if let word = invocation.arguments.first {
            let on = try isOn(word, invocation)
            return try invocation.act(.modes) { $0.member(name, on) }
        }
        let on = try invocation.daemon.call(.modes).value()[name.description]?.bool != true
        let answer = try invocation.daemon.call(.modes) { $0.member(name, on) }
        try invocation.show(answer, on ? "on" : "off")
    }

    private static func isOn(_ word: Argument, _ invocation: Invocation) throws(Fault) -> Bool {
        switch word.text {
        case "on": return true
        case "off": return false
        default: throw .usage("\(invocation.command.name) is on or off, not \"\(Text.clean(word.text))\"")
        }
    }

    private static func sleep(_ invocation: Invocation) throws(Fault) {
        guard let word = invocation.arguments.first?.text else {
            if invocation.has(.finish) { throw .usage("sleep --finish needs its minutes: moodctl sleep 30 --finish") }
            let answer = try invocation.daemon.call(.status)
            return try invocation.show(answer, try answer.status().sleepRemaining.map(ClockTime.text) ?? "off")
        }
        if word == "off" {
            return try invocation.act(.sleep) {
                $0.key("after"); $0.null()
            }
        }
        guard let minutes = ClockTime.decimal(word), minutes > 0, minutes <= 1440 else {
            throw .usage("\"\(Text.clean(word))\" are no minutes: write 30, or off")
        }
        try invocation.act(.sleep) {
            $0.member("after", thousandths: minutes * 60)
            if invocation.has(.finish) { $0.member("finishTrack", true) }
        }
    }
}
