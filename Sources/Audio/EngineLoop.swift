import EventLoop
import Playback

/// The engine itself, on the audio thread: turns orders and the output's events into sound and reports.
final class EngineLoop {
    enum Transport {
        case stopped
        case playing
        case paused
    }

    let output: any AudioOutput
    let worker: AudioEngine.Worker
    let recorder: AudioEngine.Recorder
    let report: @Sendable (EngineReport) -> Void
    let access: RemoteAccess
    let mailbox: Mailbox
    private(set) var settings = AudioSettings()

    var transport = Transport.stopped
    /// The stream that is heard, or was, and what it holds.
    var voice: Voice?
    /// A stream of another format, filled and held until `voice` has been heard to its end.
    var upcoming: Voice?
    /// What plays, while no stream holds it: before its first sample, or when the stream was let go.
    var held: (cue: Cue, track: OpenTrack)?
    /// What is to play once enough of it has arrived.
    var arriving: Arrival?
    /// What follows, as long as none of it was written.
    var follower: Cue?
    /// The follower, where it lies behind an address and was asked for.
    var prefetched: Arrival?
    /// How much had arrived when it was told last.
    var lastArrived: Double?
    /// The last word about the silence that there is.
    var lastStall: EngineReport?
    var fade: Fade?
    var deadlines = Deadlines()
    /// How often the output failed in a row.
    var failures = 0
    /// How many orders of the volume were carried out.
    private var volumeOrders = 0
    /// The sound server asked for silence, and will tell the stream when that is over.
    var isHushed = false
    /// How long a corked stream is kept, in nanoseconds: one left open keeps a Bluetooth headset busy.
    let releaseDelay: Int64

    private let loop: MainLoop
    private let timeline: Lock<Timeline?>
    private var opened: UInt64 = 0
    private var hasQuit = false

    /// When there is something to do by the clock, in nanoseconds of `CLOCK_MONOTONIC`.
    struct Deadlines {
        /// A sample is heard that ends or begins a track.
        var boundary: Int64?
        /// The end of the last track must have been heard by now.
        var drain: Int64?
        var retry: Int64?
        /// A paused stream is let go.
        var release: Int64?
        /// What was written has been heard, and more has not arrived.
        var dry: Int64?
        /// More may have arrived than was told.
        var arrival: Int64?

        var next: Int64? { [boundary, drain, retry, release, dry, arrival].compactMap(\.self).min() }
    }

    init(
        loop: MainLoop, mailbox: Mailbox, output: OutputConfiguration, access: RemoteAccess, timeline: Lock<Timeline?>,
        releaseDelay: Int64, worker: @escaping AudioEngine.Worker, recorder: @escaping AudioEngine.Recorder,
        report: @escaping @Sendable (EngineReport) -> Void
    ) {
        self.loop = loop
        self.releaseDelay = releaseDelay
        self.mailbox = mailbox
        self.access = access
        self.timeline = timeline
        self.worker = worker
        self.recorder = recorder
        self.report = report
        self.output =
            switch output {
            case .pulse(let sink, let buffer): PulseOutput(loop: loop, sink: sink, buffer: buffer)
            case .null(let fast): NullOutput(isFast: fast)
            case .pipe(let path, let encoding, let format):
                PipeOutput(loop: loop, path: path, encoding: encoding, format: format)
            }
    }

    func run() {
        output.connect()
        while !hasQuit {
            settle()
            let isHungry = voice?.isHungry == true || upcoming?.isHungry == true
            // An output that would take more is of no interest while there is none.
            let outputDeadline = voice?.isStarved == true ? nil : output.deadline
            loop.turn(until: isHungry ? 0 : [deadlines.next, outputDeadline].compactMap(\.self).min())
            for message in mailbox.take() { handle(message) }
        }
        for voice in [voice, upcoming] { voice?.stream.close(drained: false) }
        output.close()
    }

    /// Carries out what the output's events and the clock ask for, until there is nothing more.
    private func settle() {
        output.tick()
        var events = output.takeEvents()
        while !events.isEmpty {
            events.forEach(handle)
            events = output.takeEvents()
        }
        if let voice, voice.isHungry { fill(voice) }
        if let upcoming, upcoming.isHungry { fill(upcoming) }
        let now = monotonicTime()
        if deadlines.boundary.map({ $0 <= now }) == true { hear() }
        if deadlines.drain.map({ $0 <= now }) == true { finish() }
        if deadlines.retry.map({ $0 <= now }) == true { retry() }
        if deadlines.release.map({ $0 <= now }) == true { releaseStream() }
        if deadlines.dry.map({ $0 <= now }) == true { hear() }
        if deadlines.arrival.map({ $0 <= now }) == true { watchArrival() }
    }

    private func handle(_ message: Message) {
        switch message {
        case .quit: hasQuit = true
        case .surveyed(let number, let result): adopt(result, number)
        case .arrived: goOn()
        case .settings(let settings): adopt(settings)
        case .command(let command):
            // What was heard until now is history before the order takes hold.
            hear()
            perform(command)
        }
    }

    /// Passes an order of the volume on: 0...100, nil for what the output remembers.
    func setVolume(level: Int?, muted: Bool) {
        // What the output has told by now doesn't know of this order.
        output.takeEvents().forEach(handle)
        volumeOrders += 1
        output.setVolume(level: level, muted: muted)
    }

    private func handle(_ event: OutputEvent) {
        switch event {
        case .available:
            failures = 0
            deadlines.retry = nil
            if transport == .playing, held != nil { raise() }
        case .lost(let reason): lose(reason)
        case .failed(let stream, let reason):
            if stream === upcoming?.stream { takeBackFollower() }
            if stream === voice?.stream { lose(reason) }
        case .wants(let stream):
            if let voice, stream === voice.stream { fill(voice) }
            if let upcoming, stream === upcoming.stream { fill(upcoming) }
        case .heard(let stream):
            if stream === voice?.stream { hear() }
        case .drained(let stream):
            if stream === voice?.stream { finish() }
        case .suspended(let stream, let isSuspended):
            if stream === voice?.stream { suspend(isSuspended) }
        case .volume(let level, let muted): report(.volume(level: level, muted: muted, orders: volumeOrders))
        case .corked(let isCorked): hush(isCorked)
        case .unplugged: unplug()
        case .status(let status): report(.output(status))
        }
    }

    /// A number that no other track has.
    func nextNumber() -> UInt64 {
        opened += 1
        return opened
    }

    /// Opens a local track, and has a worker find out what takes long.
    func open(_ cue: Cue) throws(PlaybackFailure) -> OpenTrack {
        let number = nextNumber()
        let track = try OpenTrack(uri: cue.uri, number: number)
        if let survey = track.beginSurvey() {
            worker { [mailbox] in
                if let result = survey.run() { mailbox.post(.surveyed(track: number, result)) }
            }
        }
        return track
    }

    func publish(_ timeline: Timeline?) {
        self.timeline.withLock { $0 = timeline }
    }

    private func adopt(_ settings: AudioSettings) {
        self.settings = settings
        let segments = (voice?.segments ?? []) + (upcoming?.segments ?? [])
        for track in segments.map(\.track) + [held?.track, prefetched?.track].compactMap(\.self) {
            track.level(settings)
        }
    }

    private func adopt(_ result: Survey.Result, _ number: UInt64) {
        let segments = (voice?.segments ?? []) + (upcoming?.segments ?? [])
        let places = segments.map { ($0.cue, $0.track) } + (held.map { [$0] } ?? [])
        for (cue, track) in places where track.number == number {
            track.adopt(result)
            report(.duration(cue.ticket, seconds: track.duration))
        }
        publishPlace()
    }
}
