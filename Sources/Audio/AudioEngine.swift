import CSystemd
import EventLoop
import Glibc
import Playback

/// Plays what it is told to, on a thread of its own.
///
/// Orders are posted from any thread and carried out in turn; what came of them is reported to a closure, which is
/// called on the audio thread and must not block.
public final class AudioEngine: Sendable {
    /// Takes work that may wait for a disk to another thread.
    public typealias Worker = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

    /// Takes note of the place, in seconds, whenever samples were written, and at pause and stop.
    public typealias Recorder = @Sendable (_ entry: EntryID, _ position: Double, _ isPlaying: Bool) -> Void

    private let loop: MainLoop
    private let mailbox: Mailbox
    private let shared = Lock<Timeline?>(nil)
    private let thread = Lock<pthread_t?>(nil)
    private let makeLoop: @Sendable () -> EngineLoop

    /// Prepares an engine; it plays once it is started.
    ///
    /// - Parameters:
    ///   - output: where the sound goes.
    ///   - access: how it reaches what lies behind addresses.
    ///   - worker: carries out what may wait for a disk: surveys of tracks and reading ahead.
    ///   - recorder: called on the audio thread.
    ///   - report: called on the audio thread.
    /// - Throws: `SystemError` when no descriptor is left.
    public convenience init(
        output: OutputConfiguration, access: RemoteAccess, worker: @escaping Worker, recorder: @escaping Recorder,
        report: @escaping @Sendable (EngineReport) -> Void
    ) throws(SystemError) {
        try self.init(
            output: output, access: access, releaseDelay: 180, worker: worker, recorder: recorder, report: report)
    }

    /// The same with another time, in seconds, after which a paused stream is let go.
    init(
        output: OutputConfiguration, access: RemoteAccess, releaseDelay: Double, worker: @escaping Worker,
        recorder: @escaping Recorder,
        report: @escaping @Sendable (EngineReport) -> Void
    ) throws(SystemError) {
        guard let loop = MainLoop() else { throw SystemError("make the audio thread's loop", code: EMFILE) }
        let mailbox = Mailbox(loop: loop)
        let shared = shared
        self.loop = loop
        self.mailbox = mailbox
        makeLoop = {
            EngineLoop(
                loop: loop, mailbox: mailbox, output: output, access: access, timeline: shared,
                releaseDelay: Int64(releaseDelay * 1e9), worker: worker, recorder: recorder, report: report)
        }
    }

    /// Starts the audio thread, which connects to the output at once.
    ///
    /// - Throws: `SystemError` if no thread can be started.
    public func start() throws(SystemError) {
        let body = Unmanaged.passRetained(Body(makeLoop))
        // The thread inherits a mask that leaves every signal to the control thread.
        var all = sigset_t()
        var former = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &former)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                name_thread("audio")
                argument.map { Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        pthread_sigmask(SIG_SETMASK, &former, nil)
        guard code == 0 else {
            body.release()
            throw SystemError("start the audio thread", code: code)
        }
        self.thread.withLock { $0 = thread }
    }

    /// Gives an order; it never waits.
    public func post(_ command: EngineCommand) {
        mailbox.post(.command(command))
    }

    /// Changes how it sounds; it holds for what is written from now on.
    public func adopt(_ settings: AudioSettings) {
        mailbox.post(.settings(settings))
    }

    /// Where the sound is; nil while nothing is played or held.
    public var timeline: Timeline? {
        shared.withLock { $0 }
    }

    /// Ends the sound and the thread, and waits for it.
    public func shutDown() {
        guard let thread = thread.withLock({ $0.take() }) else { return }
        mailbox.post(.quit)
        pthread_join(thread, nil)
    }

    private final class Body: Sendable {
        private let makeLoop: @Sendable () -> EngineLoop

        init(_ makeLoop: @escaping @Sendable () -> EngineLoop) {
            self.makeLoop = makeLoop
        }

        func run() {
            makeLoop().run()
        }
    }
}
