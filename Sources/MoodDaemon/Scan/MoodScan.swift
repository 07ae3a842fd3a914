import Control
import Desktop
import EventLoop
import Files
import Glibc
import Media
import MoodProtocol
import Playback

/// Looking at a face, and setting the mood that it shows; one look at a time.
@ControlActor
final class MoodScan {
    private let setting: MoodSetting
    private let workers: FileWorkers
    private let paths: Paths
    private let loop: EventLoop
    private let session: BusConnection
    private let notice: CameraNotice
    private let configuration: @ControlActor () -> Configuration.Scan
    private var isBusy = false
    private var detector: DetectorRun?

    init(
        _ setting: MoodSetting, workers: FileWorkers, paths: Paths, on loop: EventLoop, _ desktop: DesktopPresence,
        configuration: @escaping @ControlActor () -> Configuration.Scan
    ) {
        self.setting = setting
        self.workers = workers
        self.paths = paths
        self.loop = loop
        session = desktop.session
        notice = CameraNotice(sender: desktop.notifications)
        self.configuration = configuration
        setting.wasSuperseded = { [unowned self] in close() }
        session.observe { [unowned self] isOpen in if !isOpen { detector?.busIsGone() } }
    }

    /// Looks through the camera, or at a picture, and sets the mood if the look is sure enough.
    ///
    /// When the calling task is cancelled, the look ends; a mood that was found by then is set all the same.
    ///
    /// - Parameters:
    ///   - image: the path of a picture, or its `file:` address.
    ///   - settled: called when the mood was set or couldn't be, before anybody is told of it.
    /// - Throws: `RPCError`; nothing has changed then.
    func scan(image: String?, settled: @escaping @ControlActor () -> Void) async throws -> ScanResult {
        guard !isBusy else { throw RPCError(.limitReached, "a scan is under way already") }
        isBusy = true
        defer { isBusy = false }
        let configuration = configuration()
        let scores: MoodScores
        do {
            scores = try await look(image, configuration)
        } catch let error as RPCError {
            throw error
        } catch {
            throw RPCError(.scanFailed, "\(error)")
        }
        let (mood, score) = scores.strongest
        guard score >= configuration.minimumScore else { return ScanResult(mood: nil, scores: scores) }
        try await set(Mood(name: mood, source: "scan", score: score), settled)
        return ScanResult(mood: mood, scores: scores)
    }

    /// Ends a look that is under way.
    func close() {
        detector?.cancel()
    }

    private func look(_ image: String?, _ configuration: Configuration.Scan) async throws -> MoodScores {
        var command = try DetectorCommand(configuration.command ?? DetectorCommand.standard, paths: paths)
        if let image {
            guard let path = Location.path(uri: image) else {
                throw RPCError.invalidParameter("image", "\(image): not a path")
            }
            try await workers.run { _ in _ = Glibc.close(try RegularFile.open(path)) }
            command.arguments.append(path)
        }
        guard image == nil else { return try await run(command) }
        notice.begin()
        do {
            let scores = try await run(command)
            notice.end(.success(scores), minimumScore: configuration.minimumScore)
            return scores
        } catch {
            notice.end(.failure(error), minimumScore: configuration.minimumScore)
            throw error
        }
    }

    private func run(_ command: DetectorCommand) async throws -> MoodScores {
        defer { detector = nil }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                do {
                    detector = try DetectorRun(command, on: loop, session) { continuation.resume(with: $0) }
                    if Task.isCancelled { detector?.cancel() }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            ControlActor.start { [self] in close() }
        }
    }

    private func set(_ mood: Mood, _ settled: @escaping @ControlActor () -> Void) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            setting.set(mood) { fault in
                settled()
                if let fault { continuation.resume(throwing: fault) } else { continuation.resume() }
            }
        }
    }
}
