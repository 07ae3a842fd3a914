import JSON

/// How sure a look at a face is of each mood.
public struct MoodScores: Equatable, Sendable {
    /// The moods that a face can show; of equal ones the first counts.
    public static let moods: [StaticString] = ["happy", "sad", "calm", "angry"]

    /// One for each mood, 0...1, in the order of `moods`.
    public private(set) var values = [0.0, 0.0, 0.0, 0.0]

    /// Nothing of any.
    public init() {}

    /// The score of a mood; of one that no face shows it is nil, and not kept.
    public subscript(mood: String) -> Double? {
        get { Self.index(of: mood).map { values[$0] } }
        set { if let index = Self.index(of: mood), let newValue { values[index] = newValue } }
    }

    /// The mood with the highest score.
    public var strongest: (mood: String, score: Double) {
        var best = 0
        for index in values.indices where values[index] > values[best] { best = index }
        return (Self.moods[best].description, values[best])
    }

    private static func index(of mood: String) -> Int? {
        moods.firstIndex { $0.description == mood }
    }
}

/// What a look at a face led to: the answer to `mood.scan`.
public struct ScanResult: Equatable, Sendable {
    /// The mood that was set; nil if the look wasn't sure enough.
    public var mood: String?
    /// The highest of the scores, 0...1.
    public var score: Double
    /// All of them.
    public var scores: MoodScores

    /// Scores, and the mood they led to.
    public init(mood: String?, scores: MoodScores) {
        self.mood = mood
        self.scores = scores
        score = scores.strongest.score
    }

    /// Writes it as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("mood", mood)
        writer.member("uncertain", mood == nil)
        writer.member("score", thousandths: score)
        writer.key("scores")
        writer.beginObject()
        for (mood, score) in zip(MoodScores.moods, scores.values) { writer.member(mood, thousandths: score) }
        writer.endObject()
        writer.endObject()
    }

    /// Reads an object.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        self.init(mood: nil, scores: MoodScores())
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "mood": mood = try reader.readOptionalString()
            case "score": score = try reader.readDouble()
            case "scores":
                try reader.beginObject()
                while let mood = try reader.nextKey() { scores[mood.string] = try reader.readDouble() }
            default: try reader.skipValue()
            }
        }
    }
}
