import JSON
import MoodProtocol

/// One run of a command: what it was given, the daemon it speaks to, and how its result is shown.
struct Invocation {
    let command: Command
    let arguments: [Argument]
    let daemon: Daemon
    private let options: GivenOptions
    /// What `--format` gave.
    let template: Template?

    init(_ command: Command, _ line: ParsedCommandLine) throws(Fault) {
        self.command = command
        arguments = line.arguments
        options = line.options
        daemon = Daemon(start: command.start)
        template = try line.options[.format].map { source throws(Fault) in try Template(source) }
        guard command.count.contains(arguments.count) else {
            let usage = "moodctl \(command.name)" + (command.arguments.isEmpty ? "" : " \(command.arguments)")
            throw .usage("usage: \(usage)")
        }
    }

    func has(_ option: Option) -> Bool { options[option] != nil }
    func value(_ option: Option) -> String? { options[option] }

    /// Whether the result has another form than the command's own.
    var isShaped: Bool { has(.json) || template != nil || has(.quiet) }

    // MARK: Arguments

    /// The arguments, with what standard input brings in the place of `-`, or of all if `reading`.
    func words(reading: Bool = false) throws(Fault) -> [Argument] {
        var words: [Argument] = []
        for argument in reading ? ["-"] : arguments {
            if argument == "-" {
                words += try InputWords.read(separatedByNull: has(.null))
            } else {
                words.append(argument)
            }
        }
        return words
    }

    /// The one argument; nil where standard input was to bring it and brought nothing.
    func word() throws(Fault) -> Argument? {
        let words = try words()
        guard words.count <= 1 else {
            throw .usage("\(command.name) takes one \(command.arguments), not \(words.count)")
        }
        return words.first
    }

    // MARK: Results

    /// Calls, and says nothing unless asked to.
    func act(
        _ method: Method, isLong: Bool = false, _ parameters: ((inout JSONWriter) -> Void)? = nil
    ) throws(Fault) {
        try show(try daemon.call(method, isLong: isLong, parameters))
    }

    /// Prints the result as `--json` or `--format` want it, else `text` as a line of its own.
    ///
    /// A template speaks of the status: the one that was answered, else the one that now holds.
    func show(_ answer: Answer, _ text: @autoclosure () throws(Fault) -> String = "") throws(Fault) {
        if has(.quiet) { return }
        if has(.json) { return try Output.print(answer.result + [0x0A]) }
        guard let template else {
            let text = try text()
            return text.isEmpty ? () : try Output.print(text + "\n")
        }
        let status = try answer.isStatus ? answer.status() : daemon.call(.status).status()
        var values = TemplateValues(status, position: PlaybackClock(status).position())
        if template.variables.contains(.lyric) { values.lyric = try currentLyric() }
        try Output.print(template.text { values[$0] } + "\n")
    }

    /// Prints rows, aligned for a terminal.
    func table(_ rows: [[String]], _ alignments: [ColumnLayout.Alignment]) throws(Fault) {
        if has(.quiet) { return }
        var layout = ColumnLayout(alignments, columns: Output.columns)
        try Output.print(layout.text(rows))
    }

    /// Prints tracks: address, name and duration, or what `--format` makes of each.
    func list(_ tracks: [Entry]) throws(Fault) {
        guard let template, !has(.quiet) else {
            let rows = tracks.map { [$0.uri, $0.name, $0.duration.map(ClockTime.text) ?? ""] }
            return try table(rows, [.left, .left, .right])
        }
        try Output.print(Self.lines(tracks.map { TemplateValues($0, number: nil) }, template))
    }

    /// Prints a list in the form that `--json` or `--format` want; false if neither does, and nothing was printed.
    func showList(_ answer: Answer, _ lines: @autoclosure () throws(Fault) -> [TemplateValues]) throws(Fault) -> Bool {
        guard let template, !has(.quiet) else {
            if isShaped { try show(answer) }
            return isShaped
        }
        try Output.print(Self.lines(try lines(), template))
        return true
    }

    private static func lines(_ values: [TemplateValues], _ template: Template) -> String {
        values.map { line in template.text { line[$0] } + "\n" }.joined()
    }

    /// The line that is sung now, if there is one.
    private func currentLyric() throws(Fault) -> String? {
        let answer = try daemon.call(.eventsSubscribe) { $0.member("topics", ["lyrics"]) }
        return try answer.value()["topics"]?["lyrics"]?["text"]?.string
    }
}
