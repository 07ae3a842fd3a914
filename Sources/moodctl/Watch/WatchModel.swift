import JSON
import MoodProtocol

/// What a person sees, and what `watch` has to do for it.
enum WatchEffect: Equatable, Sendable {
    case ask(WatchRequest)
    case redraw, suspend, quit
}

/// All that `watch` knows: of the daemon, and of what the person is doing.
struct WatchModel: Sendable {
    /// Something to say in the last line.
    struct Message: Equatable, Sendable {
        let text: String
        let isFault: Bool
        /// When it goes, on the monotonic clock; nil when an answer will take its place.
        let end: Double?
    }

    var player = FollowState()
    private(set) var isOnline = false
    /// What plays next, in its order.
    var upcoming: [Entry] = []
    var upcomingTotal = 0
    var lyrics: LyricSheet?
    /// The current track's cover, as the daemon names it; the last one's until it is known.
    var artwork: String?
    /// The cover as it was drawn last.
    var cover: CoverPicture?
    private(set) var message: Message?
    /// Until when the last line shows what a key changed there, whatever there is to say.
    private(set) var modesEnd: Double?
    /// Where the mouse holds the progress, 0...1.
    var dragged: Double?
    /// How many of `upcoming` lie above the list's first row.
    var scroll = 0
    var search: WatchSearch?
    var showsHelp = false
    /// How many lines of the keys lie above the first that is seen.
    var helpScroll = 0
    var prefersList = false
    /// Whether the daemon said what plays next.
    private(set) var knowsUpcoming = false

    private var upcomingIsAsked = false
    private var upcomingIsStale = false

    private static let messageTime = 5.0
    private static let modesTime = 3.0

    var status: Status? { player.status }

    /// Seconds into the track.
    func position(at now: Double) -> Double? { player.clock?.position(at: now) }

    /// Seconds until it looks different by itself; nil while it won't.
    func pause(at now: Double) -> Double? {
        var pauses = [message?.end, modesEnd].map { $0.map { $0 - now } }
        if let tick = player.clock?.untilNext(1, at: now), let position = position(at: now) {
            pauses += [tick, lyrics?.nextTime(after: position).map { $0 - position }]
        }
        return pauses.compactMap(\.self).min()
    }

    /// Time went by.
    mutating func expire(at now: Double) {
        if let end = message?.end, end <= now { message = nil }
        if let end = modesEnd, end <= now { modesEnd = nil }
    }

    mutating func say(_ text: String, isFault: Bool = false, at now: Double) {
        message = Message(text: text, isFault: isFault, end: now + Self.messageTime)
        modesEnd = nil
    }

    /// Says what is waited for, until it is there.
    mutating func wait(for text: String) {
        message = Message(text: text, isFault: false, end: nil)
        modesEnd = nil
    }

    /// Shows volume and modes for a while, as a key changes them.
    mutating func showModes(at now: Double) { modesEnd = now + Self.modesTime }

    mutating func endWaiting() {
        if message?.end == nil { message = nil }
    }

    // MARK: The daemon

    /// A daemon is there, and is asked for all that is to be seen.
    mutating func connect() -> [WatchRequest] {
        isOnline = true
        return [.subscription, askUpcoming()]
    }

    /// The daemon is gone, and what it said with it.
    mutating func disconnect() {
        isOnline = false
        player = FollowState()
        (upcoming, upcomingTotal, scroll) = ([], 0, 0)
        (upcomingIsAsked, upcomingIsStale, knowsUpcoming) = (false, false, false)
        (lyrics, artwork, dragged, search, message, modesEnd) = (nil, nil, nil, nil, nil, nil)
    }

    /// Takes in an event's value, and answers what to ask for now.
    mutating func take(_ topic: Topic, _ value: [UInt8], at now: Double) throws(Fault) -> [WatchRequest] {
        switch topic {
        case .error:
            let event = try Answer(result: value).read { (reader) throws(JSONError) in
                try ErrorEvent(reading: &reader)
            }
            say(event.message, isFault: true, at: now)
            return []
        case .queue: return refreshUpcoming()
        default: break
        }
        let (entry, modes) = (status?.entry?.id, status?.modes)
        try player.take(topic, value)
        var requests: [WatchRequest] = []
        if status?.modes != modes, modes != nil { requests += refreshUpcoming() }
        guard status?.entry?.id != entry else { return requests }
        (lyrics, dragged, scroll) = (nil, nil, 0)
        guard let current = status?.entry?.id else {
            artwork = nil
            return requests
        }
        return requests + [.lyrics(current), .artwork(current)]
    }

    /// Takes in the answer to a request.
    mutating func take(
        _ answer: Answer, for purpose: WatchRequest.Purpose, at now: Double
    ) throws(Fault) -> [WatchRequest] {
        switch purpose {
        case .subscription:
            let (_, topics) = try answer.read { (reader) throws(JSONError) in try EventStream.subscription(&reader) }
            var requests: [WatchRequest] = []
            for (topic, value) in topics where topic == .player {
                requests += try take(topic, value, at: now)
            }
            return requests
        case .upcoming:
            let list = try answer.entries()
            (upcoming, upcomingTotal, knowsUpcoming) = (list.entries, list.total, true)
            scroll = min(scroll, max(0, upcoming.count - 1))
            upcomingIsAsked = false
            return upcomingIsStale ? [askUpcoming()] : []
        case .lyrics(let entry):
            guard entry == status?.entry?.id else { return [] }
            lyrics = LyricSheet(try answer.value())
        case .artwork(let entry):
            if entry == status?.entry?.id { artwork = try answer.value()["path"]?.string }
        case .search(let words):
            let (found, total) = try answer.found()
            search?.take(found, total: total, for: words)
            return search?.request().map { [$0] } ?? []
        case .order: try takeResult(answer, at: now)
        }
        return []
    }

    /// Takes in that a request was refused.
    mutating func refuse(_ purpose: WatchRequest.Purpose, _ reason: String, at now: Double) -> [WatchRequest] {
        switch purpose {
        case .lyrics: break
        case .artwork(let entry):
            if entry == status?.entry?.id { artwork = nil }
        case .search(let words):
            search?.giveUp(on: words)
            say(reason, isFault: true, at: now)
        case .upcoming:
            upcomingIsAsked = false
            say(reason, isFault: true, at: now)
        case .subscription, .order: say(reason, isFault: true, at: now)
        }
        return []
    }

    /// Says what came of an order, where it isn't seen anyway.
    private mutating func takeResult(_ answer: Answer, at now: Double) throws(Fault) {
        endWaiting()
        let value = try answer.value()
        if let mood = value["mood"]?.string {
            // A verdict, or a scan.
            let share = value["score"]?.number.map { " (\(Int((min(max($0, 0), 1) * 100).rounded())) %)" }
            say(value["rated"] == nil ? "\(mood)\(share ?? "")" : "noted for \(mood)", at: now)
        } else if value["uncertain"]?.bool == true {
            say("uncertain: the mood stays as it is", at: now)
        } else if let added = value["added"]?.integer {
            say(added == 1 ? "added" : "added \(added)", at: now)
        } else if value["undone"] != nil {
            say("undone", at: now)
        }
    }

    // MARK: What plays next

    /// How many entries are wanted: those that are seen, and enough to scroll on.
    private var upcomingLimit: Int { min((scroll / 100 + 2) * 100, 1000) }

    private mutating func askUpcoming() -> WatchRequest {
        (upcomingIsAsked, upcomingIsStale) = (true, false)
        return .upcoming(limit: upcomingLimit)
    }

    private mutating func refreshUpcoming() -> [WatchRequest] {
        upcomingIsStale = upcomingIsAsked
        return upcomingIsAsked ? [] : [askUpcoming()]
    }

    /// Scrolls the list, and asks for more where its end comes near.
    mutating func scroll(by rows: Int) -> [WatchRequest] {
        scroll = rows == .min ? 0 : min(max(scroll + rows, 0), max(0, upcoming.count - 1))
        let wantsMore = upcoming.count < min(upcomingTotal, upcomingLimit)
        return wantsMore ? refreshUpcoming() : []
    }
}
