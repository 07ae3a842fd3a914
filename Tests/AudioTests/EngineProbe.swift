import EventLoop
import Foundation
import Network
import Playback

@testable import Audio

/// An engine whose reports can be waited for.
final class EngineProbe: Sendable {
    let engine: AudioEngine
    private let reports: Lock<[EngineReport]>
    private let posting: Lock<AudioEngine?>
    private let places: Lock<[(EntryID, Double, Bool)]>

    /// Followers are posted as soon as what precedes them is heard, by their tickets; the first with the play.
    init(
        _ output: OutputConfiguration, followers: [UInt32: String] = [:], releaseDelay: Double = 180
    ) throws {
        let reports = Lock<[EngineReport]>([])
        let places = Lock<[(EntryID, Double, Bool)]>([])
        self.reports = reports
        self.places = places
        let posting = Lock<AudioEngine?>(nil)
        engine = try AudioEngine(
            output: output,
            access: RemoteAccess(
                client: HTTPClient(userAgent: "mood-tests"), folder: FileManager.default.temporaryDirectory.path),
            releaseDelay: releaseDelay,
            worker: { work in Thread.detachNewThread { work() } },
            recorder: { entry, position, isPlaying in places.withLock { $0.append((entry, position, isPlaying)) } },
            report: { report in
                reports.withLock { $0.append(report) }
                reports.wakeAll()
                guard case .started(let ticket) = report, let path = followers[ticket.rawValue + 1] else { return }
                posting.withLock { $0 }?.post(.follow(EngineProbe.cue(path, ticket: ticket.rawValue + 1)))
            })
        let engine = engine
        posting.withLock { $0 = engine }
        self.posting = posting
        try engine.start()
    }

    deinit {
        posting.withLock { $0 = nil }
        engine.shutDown()
    }

    var all: [EngineReport] { reports.withLock { $0 } }
    /// The reports of beginnings and ends, in turn.
    var marks: [EngineReport] {
        all.filter {
            switch $0 {
            case .started, .ended, .failed: true
            default: false
            }
        }
    }

    var recorded: [(EntryID, Double, Bool)] { places.withLock { $0 } }

    func play(
        _ uri: String, ticket: UInt32 = 1, entry: UInt32? = nil, start: Double = 0, paused: Bool = false,
        caption: String? = nil
    ) {
        let cue = EngineProbe.cue(uri, ticket: ticket, entry: entry, start: start, caption: caption)
        engine.post(.play(cue, paused: paused))
    }

    func follow(_ uri: String, ticket: UInt32, entry: UInt32? = nil, caption: String? = nil) {
        engine.post(.follow(EngineProbe.cue(uri, ticket: ticket, entry: entry, caption: caption)))
    }

    static func cue(
        _ uri: String, ticket: UInt32, entry: UInt32? = nil, start: Double = 0, caption: String? = nil
    ) -> Cue {
        Cue(
            ticket: Ticket(rawValue: ticket), entry: EntryID(rawValue: entry ?? ticket), uri: uri, start: start,
            caption: caption)
    }

    /// Waits for a report; false when it did not come within the time.
    @discardableResult
    func wait(_ seconds: Double = 30, for wanted: (EngineReport) -> Bool) -> Bool {
        let limit = Date(timeIntervalSinceNow: seconds)
        while Date() < limit {
            if reports.withLock({ $0.contains(where: wanted) }) { return true }
            usleep(2000)
        }
        return false
    }

    @discardableResult
    func wait(for report: EngineReport, _ seconds: Double = 30) -> Bool {
        wait(seconds) { $0 == report }
    }

    /// Waits until the output was found to be as loud as this.
    func waitForVolume(_ level: Int, muted: Bool) -> Bool {
        wait {
            if case .volume(level, muted, _) = $0 { true } else { false }
        }
    }

    /// Where it is now, in seconds.
    var position: Double { engine.timeline?.position(at: monotonicTime()) ?? 0 }

    func forget() { reports.withLock { $0 = [] } }
}

extension EngineReport {
    static func started(_ ticket: UInt32) -> EngineReport { .started(Ticket(rawValue: ticket)) }
    static func ended(_ ticket: UInt32) -> EngineReport { .ended(Ticket(rawValue: ticket)) }
    static func written(_ ticket: UInt32) -> EngineReport { .written(Ticket(rawValue: ticket)) }
}
