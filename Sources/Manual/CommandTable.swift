import JSON

/// The commands of moodctl, as `moodctl help --json` tells them.
struct CommandTable {
    private let root: JSONValue

    init(_ root: JSONValue) { self.root = root }

    /// A subsection for each group.
    var sections: String {
        // What several commands share is said once.
        var said: Set<String> = []
        return (root["groups"]?.array ?? []).map { group in
            let commands = (group["commands"]?.array ?? []).map { command in
                var term = "Ic \(command["name"]?.string ?? "")"
                if let arguments = command["arguments"]?.string, !arguments.isEmpty {
                    term += " Ar " + Roff.argument(arguments)
                }
                return (term, text(command, &said))
            }
            return ".Ss \(group["title"]?.string ?? "")\n" + Roff.list(commands)
        }.joined()
    }

    /// What stands before or after any command.
    var globalOptions: String { Roff.list(options(root)) }

    private func text(_ command: JSONValue, _ said: inout Set<String>) -> String {
        var text = Roff.sentence(command["summary"]?.string ?? "")
        let aliases = (command["aliases"]?.array ?? []).compactMap(\.string)
        if !aliases.isEmpty { text += "Also:\n.Ic \(aliases.joined(separator: " , ")) .\n" }
        for paragraph in paragraphs(command["details"]?.string ?? "") where said.insert(paragraph).inserted {
            text += Roff.sentence(paragraph)
        }
        if command["spelledOut"]?.bool == true { text += "It has to be typed in full.\n" }
        if command["startsDaemon"]?.bool == false { text += "Starts no daemon.\n" }
        let options = Roff.list(options(command), compact: true)
        return text + (options.isEmpty ? "" : ".Pp\n" + options)
    }

    private func paragraphs(_ text: String) -> [String] {
        text.split(separator: "\n\n").map(String.init)
    }

    private func options(_ holder: JSONValue) -> [(term: String, text: String)] {
        (holder["options"]?.array ?? []).map { option in
            let value = option["value"]?.string.map { " Ar \($0)" } ?? ""
            let long = "Fl \(option["long"]?.string?.dropFirst() ?? "")\(value)"
            let short = option["short"]?.string.map { "Fl \($0.dropFirst())\(value) , " } ?? ""
            return (short + long, Roff.sentence(option["summary"]?.string ?? ""))
        }
    }
}
