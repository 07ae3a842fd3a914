/// Everything that may stand behind a dash; which command takes which stands in the table of commands.
enum Option: String, CaseIterable, Sendable {
    case format, json, quiet, help, version
    case upcoming, broken, finish, album, artist, add, insert, play, append, force, follow, tick
    case waybar, polybar, descending
    case null

    /// What stands before or after any command.
    static let global: [Option] = [.format, .json, .quiet, .help, .version]

    var long: String { "--" + rawValue }

    var short: String? {
        switch self {
        case .format: "-f"
        case .json: "-j"
        case .quiet: "-q"
        case .help: "-h"
        case .null: "-0"
        default: nil
        }
    }

    /// The name of its value, for those that have one.
    var value: String? {
        switch self {
        case .format: "TEMPLATE"
        case .tick: "SECONDS"
        default: nil
        }
    }

    var summary: String {
        switch self {
        case .format: "print the result through a template, such as '{{artist}} - {{title}}'"
        case .json: "print the result as JSON"
        case .quiet: "print nothing"
        case .help: "explain the command"
        case .version: "print the version"
        case .upcoming: "what comes next, in the order it will be played"
        case .broken: "only what couldn't be played, and why"
        case .finish: "let the track that plays then end first"
        case .album: "list albums"
        case .artist: "list artists"
        case .add: "append what is found to the queue"
        case .insert: "play it after the current track"
        case .play: "replace the queue and play"
        case .append: "add to the list instead of replacing it"
        case .force: "replace a list that is there"
        case .follow: "print each line when it is sung"
        case .tick: "renew position and percentage every so many seconds (1)"
        case .waybar: "JSON for a custom module of Waybar"
        case .polybar: "text for a custom/script module of polybar"
        case .descending: "from the last to the first"
        case .null: "standard input separates paths by NUL, as find -print0 does"
        }
    }

    /// The option as help shows it.
    var usage: String {
        let names = short.map { "\($0), \(long)" } ?? long
        return value.map { "\(names) \($0)" } ?? names
    }
}
