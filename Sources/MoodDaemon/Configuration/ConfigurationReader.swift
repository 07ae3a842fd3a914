import Audio
import JSON
import Media
import Playback

/// Takes a configuration file apart, key by key; a fault costs its key alone.
struct ConfigurationReader {
    let paths: Paths
    /// What a key at fault goes back to.
    let former: Configuration
    var configuration: Configuration
    private(set) var faults: [ConfigurationFault] = []

    /// - Parameter former: the configuration until now, or the defaults once more.
    init(paths: Paths, defaults: Configuration, former: Configuration) {
        self.paths = paths
        self.former = former
        configuration = defaults
    }

    mutating func read(_ root: JSON5Value) {
        let known = [
            "music", "playlists", "output", "moods", "resume", "previousRestartsAfter", "replayGain",
            "replayGainPreamp", "crossfade", "notifications", "pauseOnSleep", "pauseOnUnplug", "tags", "lyrics", "scan",
        ]
        members(of: root, at: "", known: known) { reader, name, value in reader.read(name, value) }
    }

    private mutating func read(_ name: String, _ value: JSON5Value) {
        switch name {
        case "music": set(\.music, name, value, "must be a folder, or an array of folders") { $0.folders($1) }
        case "playlists": set(\.playlists, name, value, "must be a folder") { $0.path($1) }
        case "output": readOutput(value)
        case "moods": readMoods(value)
        case "resume": choose(\.resume, name, value, among: Player.State.allCases)
        case "previousRestartsAfter":
            let expected = Self.expected(0...3600, "seconds")
            configuration.previousRestartsAfter =
                checked(value.number(in: 0...3600), name, value, expected) ?? former.previousRestartsAfter
        case "replayGain": choose(\.replayGain, name, value, among: ReplayGainMode.allCases)
        case "replayGainPreamp": number(\.replayGainPreamp, name, value, -15...15, "decibels")
        case "crossfade": number(\.crossfade, name, value, 0...30, "seconds")
        case "notifications": flag(\.notifications, name, value)
        case "pauseOnSleep": flag(\.pauseOnSleep, name, value)
        case "pauseOnUnplug": flag(\.pauseOnUnplug, name, value)
        case "tags":
            members(of: value, at: name, known: ["fallbackEncodings"]) { reader, name, value in
                reader.readEncodings(name, value)
            }
        case "lyrics":
            members(of: value, at: name, known: ["positiveOffset"]) { reader, name, value in
                reader.choose(\.positiveOffset, name, value, among: Configuration.LyricsOffset.allCases)
            }
        default: readScan(value)
        }
    }

    private mutating func readEncodings(_ name: String, _ value: JSON5Value) {
        set(\.fallbackEncodings, name, value, "must be an array of encodings' names") { $1.strings }
        if let unknown = configuration.fallbackEncodings.first(where: { !TextDecoder.knows(encoding: $0) }) {
            fault(name, value.line, "no encoding \"\(unknown)\" is known here (iconv -l lists them)")
            configuration.fallbackEncodings = former.fallbackEncodings
        }
    }

    private mutating func readScan(_ value: JSON5Value) {
        members(of: value, at: "scan", known: ["command", "minimumScore"]) { reader, name, value in
            if name == "scan.command" {
                let command = value.strings.flatMap { $0.first?.isEmpty ?? true ? nil : $0 }
                let expected = "must be an array: a program and its arguments"
                reader.configuration.scan.command =
                    reader.checked(command, name, value, expected) ?? reader.former.scan.command
            } else {
                reader.number(\.scan.minimumScore, name, value, 0...1, nil)
            }
        }
    }

    // MARK: What the parts are read with

    mutating func fault(_ key: String, _ line: Int, _ message: String) {
        faults.append(ConfigurationFault(file: paths.configuration, line: line, key: key, message: message))
    }

    /// Hands on each known member that isn't null, by its full name.
    ///
    /// Null is the default; of members with the same name the last one counts.
    mutating func members(
        of value: JSON5Value, at path: String, known: [String]?,
        _ body: (inout ConfigurationReader, String, JSON5Value) -> Void
    ) {
        guard let members = value.members else { return fault(path, value.line, "must be an object: { … }") }
        for (index, member) in members.enumerated() {
            let name = path.isEmpty ? member.name : "\(path).\(member.name)"
            if let known, !known.contains(member.name) {
                let guess = Suggestion.nearest(to: member.name, among: known)
                fault(name, member.line, "unknown key" + (guess.map { ": did you mean \"\($0)\"?" } ?? ""))
            } else if !member.value.isNull, !members[(index + 1)...].contains(where: { $0.name == member.name }) {
                body(&self, name, member.value)
            }
        }
    }

    /// Sets a value, if it can be made of what stands there.
    mutating func set<Value>(
        _ path: WritableKeyPath<Configuration, Value>, _ name: String, _ value: JSON5Value, _ expected: String,
        _ convert: (ConfigurationReader, JSON5Value) -> Value?
    ) {
        if let converted = convert(self, value) {
            configuration[keyPath: path] = converted
        } else {
            fault(name, value.line, expected)
            configuration[keyPath: path] = former[keyPath: path]
        }
    }

    /// The value, or a fault that tells what was expected.
    mutating func checked<Value>(
        _ converted: Value?, _ name: String, _ value: JSON5Value, _ expected: String
    ) -> Value? {
        if converted == nil { fault(name, value.line, expected) }
        return converted
    }

    mutating func flag(_ path: WritableKeyPath<Configuration, Bool>, _ name: String, _ value: JSON5Value) {
        set(path, name, value, "must be true or false") { $1.bool }
    }

    mutating func number(
        _ path: WritableKeyPath<Configuration, Double>, _ name: String, _ value: JSON5Value,
        _ range: ClosedRange<Double>, _ unit: String?
    ) {
        set(path, name, value, Self.expected(range, unit)) { $1.number(in: range) }
    }

    mutating func choose<Value: RawRepresentable<String>>(
        _ path: WritableKeyPath<Configuration, Value>, _ name: String, _ value: JSON5Value, among all: [Value]
    ) {
        let words = all.map(\.rawValue)
        set(path, name, value, Self.expected(words, value)) { $1.string.flatMap(Value.init(rawValue:)) }
    }

    static func expected(_ range: ClosedRange<Double>, _ unit: String?) -> String {
        func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }
        let kind = unit.map { "a number of \($0)" } ?? "a number"
        return "must be \(kind) from \(text(range.lowerBound)) to \(text(range.upperBound))"
    }

    static func expected(_ words: [String], _ value: JSON5Value) -> String {
        let guess = value.string.flatMap { Suggestion.nearest(to: $0, among: words) }
        let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
        return "must be one of \(list)" + (guess.map { ": did you mean \"\($0)\"?" } ?? "")
    }

    /// An absolute path, without slashes at its end.
    func path(_ value: JSON5Value) -> String? {
        guard var path = value.string.flatMap(paths.expanding), !path.utf8.contains(0) else { return nil }
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    private func folders(_ value: JSON5Value) -> [String]? {
        guard let elements = value.array else { return path(value).map { [$0] } }
        let folders = elements.compactMap(path)
        return folders.count == elements.count ? folders : nil
    }
}

extension JSON5Value {
    /// The elements of an array of strings.
    var strings: [String]? {
        guard let array else { return nil }
        let strings = array.compactMap(\.string)
        return strings.count == array.count ? strings : nil
    }

    /// The number, if it lies in the range.
    func number(in range: ClosedRange<Double>) -> Double? {
        number.flatMap { range.contains($0) ? $0 : nil }
    }
}
