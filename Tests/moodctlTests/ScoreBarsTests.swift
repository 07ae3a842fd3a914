import MoodProtocol
import Testing

@testable import moodctl

@Suite struct ScoreBarsTests {
    private func text(_ mood: String?, _ scores: [String: Double]) -> String {
        var all = MoodScores()
        for (mood, score) in scores { all[mood] = score }
        return ScoreBars(result: ScanResult(mood: mood, scores: all)).text
    }

    @Test func eachMoodHasABar() {
        #expect(
            text("happy", ["happy": 1, "sad": 0.02, "calm": 0.5, "angry": 0]) == """
                happy  ████████████████████████  100%
                sad    ▌                           2%
                calm   ████████████               50%
                angry                              0%

                """)
    }

    @Test func anUncertainLookSaysSo() {
        #expect(text(nil, ["calm": 0.4]).hasSuffix("uncertain: the mood stays as it is\n"))
    }

    @Test("scores out of range make no bar out of range", arguments: [-1.0, 1.5, 1e300])
    func outOfRange(score: Double) {
        let lines = text("happy", ["happy": score]).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count == 37 })
    }
}
