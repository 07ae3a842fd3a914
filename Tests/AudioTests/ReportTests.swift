import Foundation
import Playback
import TestSupport
import Testing

@testable import Audio

/// What the engine tells, and in which order.
@Suite(.timeLimit(.minutes(2))) struct ReportTests {
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

    @Test func whatCannotBePlayedFailsAndSilencesTheRest() throws {
        let probe = try EngineProbe(.null(fast: false))
        probe.play(tone)
        #expect(probe.wait(for: .started(1)))
        probe.play("/nowhere/song.mp3", ticket: 2)
        #expect(probe.wait(for: .failed(Ticket(rawValue: 2), .folderMissing(path: "/nowhere"))))
        #expect(probe.engine.timeline == nil)
        #expect(!probe.wait(0.2, for: { $0 == .ended(1) }))
    }

    @Test func aFollowerThatFailsLeavesTimeForAnother() throws {
        let probe = try EngineProbe(.null(fast: false))
        let empty = try files.write(Data(), as: "empty.mp3")
        probe.play(tone, start: 2)
        probe.follow(empty, ticket: 2)
        #expect(
            probe.wait(for: .failed(Ticket(rawValue: 2), .unplayable(reason: "is empty"))))
        #expect(!probe.all.contains(.ended(1)), "the first is not over")
        probe.follow(tone, ticket: 3)
        #expect(probe.wait(for: .started(3)))
        #expect(!probe.all.contains(.ended(1)))
    }

    @Test func aPausedTrackIsHeldWithoutASound() throws {
        let probe = try EngineProbe(.null(fast: true))
        probe.play(tone, start: 1, paused: true)
        #expect(probe.wait(for: .written(1)))
        #expect(!probe.wait(0.2, for: { $0 == .started(1) }))
        #expect(probe.engine.timeline?.position == 1)
        probe.engine.post(.resume)
        #expect(probe.wait(for: .ended(1)))
    }

    @Test func ofOrdersThatWaitTheLastCounts() throws {
        let probe = try EngineProbe(.null(fast: false))
        for ticket in 1...200 { probe.play(tone, ticket: UInt32(ticket), entry: 1, start: Double(ticket % 3)) }
        #expect(probe.wait(for: .started(200)))
        #expect(probe.engine.timeline?.ticket == Ticket(rawValue: 200))
    }

    @Test func thePlaceIsRecorded() throws {
        let probe = try EngineProbe(.null(fast: false))
        probe.play(tone, entry: 9, start: 1.5)
        #expect(probe.wait(for: .started(1)))
        probe.engine.post(.pause)
        #expect(!probe.wait(0.1, for: { $0 == .ended(1) }))
        let last = try #require(probe.recorded.last)
        #expect(last.0 == EntryID(rawValue: 9) && !last.2)
        #expect(last.1 >= 1.5 && last.1 < 2.9)
        #expect(try #require(probe.recorded.first).2)
    }

    @Test func aVolumeIsToldAsOfTheOrdersCarriedOutByThen() throws {
        let pipe = OutputConfiguration.pipe(
            path: files.path("loud.pcm"), encoding: .float, format: AudioFormat(rate: 44_100, channels: 2))
        for output in [OutputConfiguration.null(fast: false), pipe] {
            let probe = try EngineProbe(output)
            for level in 1...99 {
                probe.engine.post(.volume(level: nil, muted: false))
                probe.engine.post(.volume(level: level, muted: false))
            }
            probe.engine.post(.volume(level: nil, muted: false))
            #expect(probe.wait(for: .volume(level: 99, muted: false, orders: 199)))
            for case .volume(let level, _, let orders) in probe.all {
                #expect(level == (orders == 1 ? 100 : orders / 2), "after \(orders) orders")
            }
        }
    }

    @Test func aNewFollowerForTheSameSoundOnlyChangesItsTicket() throws {
        let probe = try EngineProbe(.null(fast: false))
        probe.play(tone, start: 2)
        probe.follow(tone, ticket: 2, entry: 7)
        #expect(probe.wait(for: .started(1)))
        probe.follow(tone, ticket: 3, entry: 7)
        #expect(probe.wait(for: .started(3)))
        #expect(!probe.all.contains(.started(2)))
    }

    @Test func aFadeEndsInSilence() throws {
        let output = files.path("out.pcm")
        try files.call(["mkfifo", output])
        let probe = try EngineProbe(
            .pipe(path: output, encoding: .float, format: AudioFormat(rate: 44_100, channels: 2)))
        probe.play(tone)
        #expect(probe.wait(for: .started(1)))
        probe.engine.post(.fadeOut(seconds: 0.5))
        let reader = try #require(FileHandle(forReadingAtPath: output))
        var data = Data()
        while data.count < 2 * 44_100 * 8 { data += reader.availableData }
        let samples = first(of: data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }, channels: 2)
        #expect(amplitude(440, in: samples[1000..<5000]) > 0.4)
        #expect(samples[82_000..<88_000].allSatisfy { $0 == 0 })
    }
}
