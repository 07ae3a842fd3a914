import Audio
import EventLoop
import Network
import Playback
import TestSupport
import Testing

@testable import Control
@testable import MoodDaemon

@Suite struct VolumeReportTests {
    let folder = TemporaryFolder()

    @Test func whatAnOutputToldBeforeTheNewestOrderDoesNotUndoIt() async throws {
        let path = folder.path
        try await ControlThread.run { loop in
            let (store, player) = StateStore.open(folder: path, workers: FileWorkers(), seed: 1)
            // Never started: its reports are this test's.
            let engine = try AudioEngine(
                output: .null(fast: false),
                access: RemoteAccess(client: HTTPClient(userAgent: "mood-tests"), folder: path), worker: { _ in },
                recorder: { _, _, _ in }, report: { _ in })
            let control = try PlayerControl(
                player, engine: engine, store: store, subscriptions: try Subscriptions(on: loop), log: Log(),
                on: loop)
            control.note(.volume(level: 100, muted: false, orders: 0))
            #expect(control.player.volume == 100)
            try control.perform(.volume(40))
            control.note(.volume(level: 90, muted: false, orders: 0))
            #expect(control.player.volume == 40)
            try control.perform(.mute(nil))
            control.note(.volume(level: 40, muted: false, orders: 1))
            #expect(control.player.volume == 40 && control.player.isMuted)
            control.note(.volume(level: 70, muted: false, orders: 2))
            #expect(control.player.volume == 70 && !control.player.isMuted)
        }
    }
}
