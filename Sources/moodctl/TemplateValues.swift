import MoodProtocol

/// What a template's variables stand for: an entry, and the player's state if it is that which is shown.
struct TemplateValues {
    var entry: Entry?
    /// The name of what is listed, where that is no entry.
    var name: String?
    /// The entry's place in the queue, from 1.
    var number: Int?
    var status: Status?
    /// Seconds into the track at the moment.
    var position: Double?
    var lyric: String?

    /// One line of a list.
    init(_ entry: Entry, number: Int?) {
        self.entry = entry
        self.number = number
    }

    /// One line of a list of things that have names.
    init(name: String) {
        self.name = name
    }

    /// One line of lyrics, and the seconds at which it is sung.
    init(lyric: String?, position: Double?) {
        self.lyric = lyric
        self.position = position
    }

    /// The player as it stands now.
    init(_ status: Status, position: Double?) {
        self.status = status
        self.position = position
        entry = status.entry
        number = status.index.map { $0 + 1 }
    }

    subscript(variable: TemplateVariable) -> TemplateValue {
        switch variable {
        case .name: TemplateValue(name ?? entry?.name)
        case .title: TemplateValue(entry?.title)
        case .artist: TemplateValue(entry?.artist)
        case .album: TemplateValue(entry?.album)
        case .albumArtist: TemplateValue(entry?.albumArtist)
        case .disc: TemplateValue(entry?.disc)
        case .track: TemplateValue(entry?.track)
        case .date: TemplateValue(entry?.date)
        case .genre: TemplateValue(entry?.genre)
        case .uri: TemplateValue(entry?.uri)
        case .artwork: TemplateValue(entry?.artwork)
        case .id: TemplateValue(entry.map { Int($0.id) })
        case .number: TemplateValue(number)
        case .state: TemplateValue(status?.state.rawValue)
        case .position: TemplateValue(position?.rounded(.down))
        case .duration: TemplateValue(duration?.rounded(.down))
        case .remaining: TemplateValue(remaining)
        case .percent: TemplateValue(percent)
        case .volume: TemplateValue(status?.volume)
        case .mood: TemplateValue(status?.mood?.name)
        case .lyric: TemplateValue(lyric)
        case .bitrate: TemplateValue(status?.bitrate)
        case .output: TemplateValue(status?.output?.name)
        case .error: TemplateValue(status?.error)
        }
    }

    /// The share of the track that was heard, in whole percent.
    var percent: Int? {
        guard let position, let duration, duration > 0 else { return nil }
        return Int((min(max(position / duration, 0), 1) * 100).rounded())
    }

    private var duration: Double? { status?.duration ?? entry?.duration }

    /// What the position and the duration, as they are shown, leave.
    private var remaining: Double? {
        guard let position, let duration else { return nil }
        return max(0, duration.rounded(.down) - position.rounded(.down))
    }
}
