import EventLoop
import Playback

/// Carries the engine's reports from the audio thread to the control thread, in their order.
final class ReportInbox: Sendable {
    private let waiting = Lock<[EngineReport]>([])
    /// Who is handed each report, on the control thread.
    @ControlActor var receiver: (EngineReport) -> Void = { _ in }

    @ControlActor init() {}

    /// Called on the audio thread.
    func post(_ report: EngineReport) {
        let isFirst = waiting.withLock { waiting in
            waiting.append(report)
            return waiting.count == 1
        }
        guard isFirst else { return }
        ControlActor.start { [self] in
            let reports = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            for report in reports { receiver(report) }
        }
    }
}
