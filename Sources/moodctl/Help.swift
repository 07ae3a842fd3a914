/// What `help` prints, made from the table of commands.
enum Help {
    static var overview: String {
        var text = "usage: moodctl [COMMAND] [ARGUMENTS] [OPTIONS]\n"
        for group in Command.Group.allCases {
            text += "\n\(group.rawValue)\n"
            text += aligned(group.commands.map { ("\($0.name) \($0.arguments)", $0.summary) })
        }
        text += "\nOptions of every command\n"
        text += aligned(Option.global.map { ($0.usage, $0.summary) })
        return text + "\nmoodctl help COMMAND says more. Prefixes are understood, as in \"moodctl sh\" for shuffle.\n"
    }

    static func text(_ command: Command) -> String {
        var text = "usage: moodctl \(command.name)"
        if !command.arguments.isEmpty { text += " \(command.arguments)" }
        if !command.options.isEmpty { text += " [OPTIONS]" }
        text += "\n\n\(command.summary)\n"
        if !command.aliases.isEmpty { text += "Also: \(command.aliases.joined(separator: ", "))\n" }
        let details = command.details()
        if !details.isEmpty {
            let lines = details.split(separator: "\n", omittingEmptySubsequences: false)
            text += "\n" + lines.flatMap { Text.wrapped(String($0), to: 104) }.map { $0 + "\n" }.joined()
        }
        return text + "\n" + aligned((command.options + Option.global).map { ($0.usage, $0.summary) })
    }

    /// Long terms stand on a line of their own.
    private static func aligned(_ rows: [(term: String, summary: String)]) -> String {
        rows.map { row in
            let width = Text.width(row.term)
            let gap = width > 30 ? "\n" + String(repeating: " ", count: 34) : String(repeating: " ", count: 32 - width)
            return "  \(row.term)\(gap)\(row.summary)\n"
        }.joined()
    }
}
