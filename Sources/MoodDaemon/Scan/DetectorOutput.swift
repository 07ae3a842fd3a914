import JSON
import MoodProtocol

/// What a detector says on its standard output, one JSON object.
///
/// `{"emotions":{"happy":0.91,"sad":0.02,"calm":0.05,"angry":0.02},"faces":1,"frames":5}`; what is missing among the
/// emotions counts as 0, others are passed over. The older `{"smiling":{"result":1,"score":0.98}}` is happy, or sad.
struct DetectorOutput: Equatable {
    let scores: MoodScores

    /// - Throws: `DetectorFault` for anything else, and where no face was found.
    init(parsing bytes: [UInt8]) throws(DetectorFault) {
        guard let value = try? JSONValue(parsing: bytes, depthLimit: 16) else {
            throw DetectorFault(bytes.isEmpty ? "it printed nothing" : "what it printed isn't one JSON object")
        }
        if let faces = value["faces"]?.number, faces < 1 { throw DetectorFault("no face was found") }
        if let emotions = value["emotions"]?.object {
            scores = try Self.scores(emotions)
        } else if let smiling = value["smiling"], let result = Self.truth(smiling["result"]) {
            var scores = MoodScores()
            scores[result ? "happy" : "sad"] = try Self.score(smiling["score"])
            self.scores = scores
        } else {
            throw DetectorFault("what it printed tells no emotions")
        }
    }

    private static func scores(_ emotions: JSONObject) throws(DetectorFault) -> MoodScores {
        var scores = MoodScores()
        var isEmpty = true
        for emotion in emotions.members where scores[emotion.name] != nil {
            scores[emotion.name] = try score(emotion.value)
            isEmpty = false
        }
        guard !isEmpty else { throw DetectorFault("what it printed tells no emotion that is a mood") }
        return scores
    }

    private static func score(_ value: JSONValue?) throws(DetectorFault) -> Double {
        guard let score = value?.number, (0...1).contains(score) else {
            throw DetectorFault("a score that it printed isn't a number from 0 to 1")
        }
        return score
    }

    private static func truth(_ value: JSONValue?) -> Bool? {
        value?.bool ?? value?.number.map { $0 != 0 }
    }
}
