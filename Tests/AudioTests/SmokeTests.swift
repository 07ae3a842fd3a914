import Foundation
import Testing
import TestSupport

@testable import Audio

@Suite struct SmokeTests {
    @Test func null() throws {
        let probe = try EngineProbe(.null(fast: true))
        probe.play("/tmp/audio/s/cbr.mp3")
        #expect(probe.wait(for: .ended(1)))
        print(probe.all, probe.engine.timeline as Any)
    }
    @Test func pulse() throws {
        let server = try SoundServer(.pulseaudio)
        setenv("PULSE_SERVER", server.address, 1)
        let probe = try EngineProbe(.pulse(sink: nil, buffer: 2))
        probe.play("/tmp/audio/s/cbr.mp3")
        #expect(probe.wait(for: .started(1)))
        for _ in 0..<10 { usleep(300_000); print(probe.engine.timeline.map { ($0.position, $0.isRunning, $0.position(at: monotonicTime())) } as Any) }
        probe.play("/tmp/audio/s/cbr.mp3", ticket: 2, start: 18.5)
        #expect(probe.wait(for: .ended(2)))
        print(probe.all, probe.engine.timeline as Any)
    }
}
