import Foundation
import Playback
import TestSupport
import Testing

@testable import Audio

/// What the engine tells, and in which order.
@Suite struct ReportTests {
    let files: SoundFiles
    let tone: String

    init() throws {
        files = try SoundFiles()
        tone = try files.tone(440, seconds: 3, as: "tone.mp3")
    }

    @Test func aTrackIsWrittenStartedAndEnded() throws {
        let probe = try EngineProbe(.null(fast: true))
        probe.play(tone)
        #expect(probe.wait(for: .ended(1)))
        let course = probe.all.filter { if case .output = $0 { false } else { true } }
        #expect(
            course == [.duration(Ticket(rawValue: 1), seconds: 3), .written(1), .started(1), .ended(1)])
        #expect(probe.engine.timeline?.position == 3)
        #expect(probe.engine.timeline?.isRunning == false)
    }
}
