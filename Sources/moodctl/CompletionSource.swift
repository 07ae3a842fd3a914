/// Where the words come from that may stand in an argument's place, as the table of commands writes it.
enum CompletionSource: Equatable {
    case paths, entries, moods, playlists, topics, methods, commands
    case word(String)

    /// One of the alternatives that help shows between bars; nil for what only a person knows, such as a time.
    private init?(_ alternative: Substring) {
        switch alternative {
        case "PATH", "IMAGE": self = .paths
        case "N", "N-M", "TO": self = .entries
        case "MOOD": self = .moods
        case "NAME": self = .playlists
        case "TOPIC": self = .topics
        case "METHOD": self = .methods
        case "COMMAND": self = .commands
        default:
            guard alternative.allSatisfy(\.isLowercase) else { return nil }
            self = .word(String(alternative))
        }
    }

    /// What fits behind `count` arguments of those that `usage` shows, such as `[MOOD] [N|PATH…]`.
    static func all(_ usage: String, at count: Int) -> [CompletionSource] {
        let fields = usage.split(separator: " ")
        var places = reachable(from: [0], fields)
        for _ in 0..<min(count, fields.count + 1) {
            places = reachable(from: places.flatMap { fields[$0].contains("…") ? [$0, $0 + 1] : [$0 + 1] }, fields)
        }
        var sources: [CompletionSource] = []
        for place in places {
            for alternative in fields[place].split(whereSeparator: { "[]…|".contains($0) }) {
                if let source = CompletionSource(alternative), !sources.contains(source) { sources.append(source) }
            }
        }
        return sources
    }

    /// The fields that may come next: one in brackets may be left out.
    private static func reachable(from starts: [Int], _ fields: [Substring]) -> [Int] {
        var places: [Int] = []
        for start in starts {
            var place = start
            while fields.indices.contains(place) {
                if !places.contains(place) { places.append(place) }
                guard fields[place].hasPrefix("[") else { break }
                place += 1
            }
        }
        return places
    }
}
