import Audio
import Control
import EventLoop
import Glibc
import MoodProtocol
import Network
import Playback

/// The daemon, put together: everything that lives as long as it does.
@ControlActor
public final class Daemon {
    private let loop: EventLoop
    private let paths = Paths()
    private let log = Log()
    private let workers = FileWorkers()
    private let client = HTTPClient(userAgent: "mood/\(Version.program)")
    private let server: ControlServer
    private let store: StateStore
    private let engine: AudioEngine
    private let control: PlayerControl
    private let sleep: SleepTimer
    private let statusLine: StatusLine
    private let tagging: Tagging
    private let music: MusicSources
    private let lyrics: LyricsFinder
    private var scan: MoodScan?
    private var configuration: Configuration
    private var configurationFaults: [ConfigurationFault]
    private var signals: [EventSource] = []
    private var quitting: DeferredSource?
    private var desktop: DesktopPresence?

    /// Listens, says so to the service manager, and takes up the state in which the last daemon ended.
    ///
    /// - Parameter sockets: what the service manager handed over.
    /// - Throws: `ControlServerError`, `SocketPathError` or `SystemError`, when it cannot serve.
    public init(on loop: EventLoop, sockets: SocketActivation.Sockets) throws {
        self.loop = loop
        server = try ControlServer(on: loop, at: SocketPath.resolve(), inherited: sockets.listening.first)
        // Whoever connects from now on is answered, a little later where there is much to restore.
        Service.ready(status: "Starting")
        (configuration, configurationFaults) = Configuration.load(paths: paths)

        let player: Player
        (store, player) = StateStore.open(folder: paths.state, workers: workers, seed: .random(in: .min ... .max))
        let inbox = ReportInbox()
        engine = try AudioEngine(
            output: configuration.output, access: RemoteAccess(client: client, folder: paths.cache),
            worker: Self.worker(workers), recorder: store.position.record,
            report: inbox.post)
        control = try PlayerControl(
            player, engine: engine, store: store, subscriptions: server.subscriptions, log: log, on: loop)
        sleep = try SleepTimer(control, on: loop)
        statusLine = try StatusLine(control, on: loop)
        tagging = Tagging(control: control, workers: workers)
        music = MusicSources(configuration, paths: paths, workers: workers, client: client)
        lyrics = LyricsFinder(music)
        inbox.receiver = { [unowned self] report in control.note(report) }
        try begin()
    }

    private func begin() throws {
        for fault in configurationFaults { log.warning(fault.description) }
        for fault in store.faultsAtStart { log.error(fault) }
        try register()
        try engine.start()
        engine.adopt(configuration.audioSettings)
        _ = try? control.perform(.configure(configuration.playerOptions))
        for command in store.restart(control.player, resume: configuration.resume) {
            _ = try? control.perform(command)
        }
        try store.begin(on: loop) { [unowned self] in
            control.player.snapshot
        } report: { [unowned self] fault in
            tell(fault)
        }
        control.standingFault = faults.first
        try watchSignals()
    }

    /// Reading ahead and surveys of the engine, on the threads that may wait for a disk.
    private nonisolated static func worker(_ workers: FileWorkers) -> AudioEngine.Worker {
        { work in
            ControlActor.start { try await workers.run { _ in work() } }
        }
    }

    private func register() throws {
        let dispatcher = server.dispatcher
        let subscriptions = server.subscriptions
        let confirmations = Confirmations(control, on: loop)
        let playback = PlaybackHandlers(control: control, confirmations: confirmations, sleep: sleep)
        playback.register(with: dispatcher)
        control.renewal = Renewal(control, music.channels)
        let setting = try MoodSetting(control, music.channels, on: loop)
        let verdicts = Verdicts(control, music.marks, setting)
        QueueHandlers(control: control) { () throws(RPCError) in try verdicts.undo() }.register(with: dispatcher)
        MoodHandlers(control: control, music: music, setting: setting, verdicts: verdicts) { [unowned self] in
            configuration.textDecoder
        } writeStatus: { writer in
            playback.writeStatus(to: &writer)
        }.register(with: dispatcher)
        let artwork = ArtworkFinder(music)
        try registerFinders(artwork, subscriptions)
        let additions = AddHandlers(
            control: control, confirmations: confirmations, workers: workers, tagging: tagging, client: client,
            decoder: { [unowned self] in configuration.textDecoder }, playlists: { [unowned self] in playlists })
        additions.register(with: dispatcher)
        desktop = try DesktopPresence(control, additions, artwork, on: loop) { [unowned self] in quitSoon() }
        desktop?.adopt(configuration)
        registerScan(setting)
        PlaylistHandlers(control: control, workers: workers) { [unowned self] in playlists }
            .register(with: dispatcher)
        ServerHandlers(daemon: self).register(with: dispatcher)

        subscriptions.provide(.player) { writer in playback.writeStatus(to: &writer) }
        subscriptions.provide(.queue) { [control] writer in control.queueSummary.write(to: &writer) }
        subscriptions.provide(.modes) { [control] writer in
            MoodProtocol.Modes(control.player.modes).write(to: &writer)
        }
        subscriptions.provide(.volume) { [control] writer in control.volume.write(to: &writer) }
        subscriptions.provide(.mood) { [control] writer in
            if let mood = control.mood { mood.write(to: &writer) } else { writer.null() }
        }
        subscriptions.provide(.output) { [control] writer in
            if let output = control.output { output.write(to: &writer) } else { writer.null() }
        }
    }

    private func registerScan(_ setting: MoodSetting) {
        guard let desktop else { return }
        let scan = MoodScan(setting, workers: workers, paths: paths, on: loop, desktop) { [unowned self] in
            configuration.scan
        }
        ScanHandlers(scan: scan).register(with: server.dispatcher)
        self.scan = scan
    }

    /// What finds things in and beside the files.
    private func registerFinders(_ artwork: ArtworkFinder, _ subscriptions: Subscriptions) throws {
        music.library.report = { [log] in log.warning($0) }
        music.library.scanned = { Heap.giveBack() }
        try music.renewLibrary(whilePlaying: control, on: loop)
        adoptFinders()
        LibraryHandlers(library: music.library).register(with: server.dispatcher)
        ArtworkHandlers(control: control, finder: artwork).register(with: server.dispatcher)
        let follower = try LyricsFollower(control, lyrics, subscriptions, on: loop)
        LyricsHandlers(control: control, finder: lyrics, follower: follower)
            .register(with: server.dispatcher, subscriptions)
    }

    private func adoptFinders() {
        lyrics.reader = TrackReader(decoder: configuration.textDecoder)
        lyrics.positiveOffset = configuration.positiveOffset == .earlier ? .earlier : .later
    }

    private var playlists: PlaylistStore {
        PlaylistStore(folder: configuration.playlists, music: configuration.music)
    }

    /// What is wrong with the configuration or the state, for a person.
    var faults: [String] {
        configurationFaults.map(\.description) + store.faultsAtStart + (store.fault.map { [$0] } ?? [])
    }

    private func tell(_ fault: String?) {
        if let fault { log.error(fault) } else { log.notice("the queue is saved again") }
        control.standingFault = faults.first
    }

    // MARK: Signals

    private func watchSignals() throws(SystemError) {
        quitting = try loop.deferred { [unowned self] in quit() }
        signals = [
            try loop.signal(SIGTERM) { [unowned self] in quit() },
            try loop.signal(SIGINT) { [unowned self] in quit() },
            try loop.signal(SIGHUP) { [unowned self] in
                Service.reloading()
                _ = reload()
                Service.ready(status: statusLine.text)
            },
        ]
    }

    /// Reads the configuration again; what is at fault in it keeps its former value.
    func reload() -> ConfigurationChanges {
        let former = configuration
        (configuration, configurationFaults) = Configuration.load(paths: paths, former: former)
        for fault in configurationFaults { log.warning(fault.description) }
        _ = try? control.perform(.configure(configuration.playerOptions))
        control.standingFault = faults.first
        engine.adopt(configuration.audioSettings)
        music.adopt(configuration)
        desktop?.adopt(configuration)
        adoptFinders()
        return ConfigurationChanges(from: former, to: configuration)
    }

    /// Ends the daemon once whoever asked for it was answered.
    func quitSoon() {
        quitting?.schedule()
    }

    private func quit() {
        Service.stopping()
        scan?.close()
        store.close(control.player, position: control.position ?? 0)
        server.close()
        control.tellEngine()
        engine.shutDown()
        loop.exit()
    }
}

extension Configuration {
    /// The engine's share.
    fileprivate var audioSettings: AudioSettings {
        AudioSettings(
            replayGain: replayGain, preamp: replayGainPreamp, crossfade: crossfade, pausesOnUnplug: pauseOnUnplug,
            decoder: textDecoder)
    }

    /// The player's share.
    fileprivate var playerOptions: Player.Options {
        Player.Options(previousRestartsAfter: previousRestartsAfter)
    }
}
