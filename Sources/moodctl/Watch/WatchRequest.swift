import JSON
import MoodProtocol

/// Something to ask of the daemon, and what for.
struct WatchRequest: Equatable, Sendable {
    /// What the answer is for.
    enum Purpose: Equatable, Sendable {
        case subscription, upcoming
        case lyrics(UInt32)
        case artwork(UInt32)
        case search(String)
        /// What a person asked for; the text stands in the last line until the answer is there.
        case order(waiting: String?)
    }

    let method: Method
    var parameters: JSONValue?
    let purpose: Purpose

    static func order(_ method: Method, _ parameters: JSONValue? = nil, waiting: String? = nil) -> WatchRequest {
        WatchRequest(method: method, parameters: parameters, purpose: .order(waiting: waiting))
    }

    /// How things stand, and what changes.
    ///
    /// The lyrics' own topic isn't wanted: the lines and the clock are here, and the daemon needs no timer for them.
    static let subscription = WatchRequest(
        method: .eventsSubscribe,
        parameters: ["topics": ["player", "queue", "modes", "volume", "mood", "output", "server", "error"]],
        purpose: .subscription)

    static func upcoming(limit: Int) -> WatchRequest {
        WatchRequest(
            method: .queueList, parameters: ["order": "play", "limit": .integer(limit)], purpose: .upcoming)
    }

    static func lyrics(_ entry: UInt32) -> WatchRequest {
        WatchRequest(method: .lyrics, parameters: ["entry": .integer(Int(entry))], purpose: .lyrics(entry))
    }

    static func artwork(_ entry: UInt32) -> WatchRequest {
        WatchRequest(method: .artwork, parameters: ["entry": .integer(Int(entry))], purpose: .artwork(entry))
    }

    static func search(_ words: String) -> WatchRequest {
        WatchRequest(
            method: .librarySearch, parameters: ["words": .string(words), "limit": 100], purpose: .search(words))
    }

    /// The request as a line.
    func line(_ id: Int) -> [UInt8] {
        var writer = JSONWriter()
        if let parameters {
            writer.beginRequest(id, method)
            parameters.write(to: &writer)
            writer.endRequest()
        } else {
            writer.request(id, method)
        }
        return writer.bytes
    }
}
