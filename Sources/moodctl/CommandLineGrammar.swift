/// What was typed, taken apart: a command, its arguments, and its options.
struct ParsedCommandLine {
    /// Nil where only an option such as `--version` was given, or nothing at all.
    var command: Command?
    var arguments: [Argument] = []
    /// The options given.
    var options = GivenOptions()

    /// Options may stand before or after anything; `--` ends them; `-10` and `-` are arguments.
    ///
    /// Before the command only those are known that every command has.
    init(_ words: [Argument]) throws(Fault) {
        var words = words[...]
        var optionsEnded = false
        while let word = words.popFirst() {
            if optionsEnded || !isOption(word) {
                if command == nil {
                    command = try Command.named(word.text)
                } else {
                    arguments.append(word)
                }
            } else if word == "--" {
                optionsEnded = true
            } else {
                try addOption(word.text, &words)
            }
        }
    }

    private func isOption(_ word: Argument) -> Bool {
        guard word.bytes.count > 1, word.bytes[0] == UInt8(ascii: "-") else { return false }
        if word == "-0" { return command?.options.contains(.null) == true }
        return !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= word.bytes[1] || word.bytes[1] == UInt8(ascii: "."))
    }

    private mutating func addOption(_ word: String, _ words: inout ArraySlice<Argument>) throws(Fault) {
        let known = Option.global + (command?.options ?? [])
        var name = word
        var value: String?
        if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
            name = String(word[..<equals])
            value = String(word[word.index(after: equals)...])
        } else if !word.hasPrefix("--"), word.utf8.count > 2,
            let glued = known.first(where: { $0.value != nil && $0.short == String(word.prefix(2)) })
        {
            name = glued.long
            value = String(word.dropFirst(2))
        }
        guard let option = known.first(where: { $0.long == name || $0.short == name }) else {
            let hint = Suggestion.hint(for: name, among: known.map(\.long))
            let help = command.map { ": moodctl help \($0.name)" } ?? ": moodctl help"
            throw .usage("no option \"\(Text.clean(name))\"\(hint.isEmpty ? help : hint)")
        }
        if let meaning = option.value {
            guard let given = value ?? words.popFirst()?.text else { throw .usage("\(name) needs its \(meaning)") }
            options[option] = given
        } else {
            guard value == nil else { throw .usage("\(name) takes no value") }
            options[option] = ""
        }
    }
}

/// Options and their values.
///
/// A dictionary would cost more to set up than a whole run of the program may.
struct GivenOptions {
    private var given: [(option: Option, value: String)] = []

    /// The value, empty for an option that has none; of several the last one counts.
    subscript(option: Option) -> String? {
        get { given.last { $0.option == option }?.value }
        set { if let newValue { given.append((option, newValue)) } }
    }
}
