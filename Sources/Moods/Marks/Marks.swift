import Files
import Playback

/// What a mark is kept by: the recording, whatever it is called and wherever it lies.
public struct MarkKey: Hashable, Sendable {
    /// The number that stands in the file.
    public let rawValue: UInt64

    /// The key with that number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The key of a local file, by its `AudioHash`.
    public init(audio: UInt64) {
        self.init(rawValue: audio)
    }

    /// The key of a track from elsewhere: its channel's name for it, else its address.
    public init(remote track: Track) {
        var text = track.songID.map { "song \(track.mood ?? "") \($0)" } ?? "address \(track.uri)"
        self.init(rawValue: text.withUTF8 { Checksum.of(UnsafeRawBufferPointer($0)) })
    }
}

/// What the user thinks of tracks, mood by mood.
public struct Marks: Equatable, Sendable {
    /// What somebody thinks of a track in a mood.
    public enum Verdict: String, Sendable {
        /// It fits, whatever its tags say.
        case like
        /// Never again in this mood.
        case ban
    }

    private var verdicts: [String: [MarkKey: Verdict]] = [:]

    /// No marks.
    public init() {}

    /// How many there are, in all moods.
    public var count: Int { verdicts.values.reduce(0) { $0 + $1.count } }

    /// What was said of a track in a mood; nil if nothing was.
    public func verdict(on key: MarkKey, in mood: String) -> Verdict? { verdicts[Folding.fold(mood)]?[key] }

    /// Marks a track in a mood; nil takes the mark away.
    public mutating func set(_ verdict: Verdict?, on key: MarkKey, in mood: String) {
        let mood = Folding.fold(mood)
        verdicts[mood, default: [:]][key] = verdict
        if verdicts[mood]?.isEmpty == true { verdicts[mood] = nil }
    }

    /// The tracks that are marked in a mood.
    public func marked(_ verdict: Verdict, in mood: String) -> Set<MarkKey> {
        Set((verdicts[Folding.fold(mood)] ?? [:]).lazy.filter { $0.value == verdict }.map(\.key))
    }

    /// The tracks that are liked in any mood: what their tags say doesn't count.
    var liked: Set<MarkKey> {
        verdicts.values.reduce(into: []) { liked, marks in
            for (key, verdict) in marks where verdict == .like { liked.insert(key) }
        }
    }

    /// All marks, for writing them down.
    var all: [(mood: String, key: MarkKey, verdict: Verdict)] {
        verdicts.flatMap { mood, marks in marks.map { (mood, $0.key, $0.value) } }
    }
}
