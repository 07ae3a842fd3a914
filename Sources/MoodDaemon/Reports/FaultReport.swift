import MoodProtocol
import Playback

extension RPCError {
    /// A refusal of the player as clients see it.
    init(_ refusal: Refusal) {
        self.init(Reason(refusal.reason), refusal.message)
    }
}

extension RPCError.Reason {
    /// The player's word for it as clients see it.
    init(_ reason: Playback.Reason) {
        self =
            switch reason {
            case .nothingPlaying: .nothingPlaying
            case .noSuchEntry: .noSuchEntry
            case .notSeekable: .notSeekable
            case .unplayable: .unplayable
            case .outputUnavailable: .outputUnavailable
            case .sourceUnavailable: .sourceUnavailable
            case .noMusic: .noMusic
            case .notFound: .notFound
            case .limitReached: .limitReached
            }
    }
}

extension PlayedEvent.How {
    /// The player's word for it as clients see it.
    init(_ ending: Ending) {
        self =
            switch ending {
            case .end: .end
            case .next: .next
            case .stop: .stop
            case .error: .error
            }
    }
}

extension Playback.Topics {
    /// The topics that clients know these by.
    var published: MoodProtocol.Topics {
        var topics: MoodProtocol.Topics = []
        if contains(.player) { topics.insert(Topics(.player)) }
        if contains(.queue) { topics.insert(Topics(.queue)) }
        if contains(.modes) { topics.insert(Topics(.modes)) }
        if contains(.volume) { topics.insert(Topics(.volume)) }
        if contains(.mood) { topics.insert(Topics(.mood)) }
        if contains(.output) { topics.insert(Topics(.output)) }
        return topics
    }
}
