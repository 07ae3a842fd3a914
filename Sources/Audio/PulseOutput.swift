import CPulse
import Playback

/// A PulseAudio server, or PipeWire in its place.
final class PulseOutput: AudioOutput {
    /// Nil for the server's default.
    let sink: String?
    /// How far ahead the server is kept filled, in seconds.
    let buffer: Double
    /// In the server's own measure; nil until it was set or learned.
    private(set) var volume: pa_volume_t?
    private(set) var isMuted = false
    private(set) var isAvailable = false
    let deadline: Int64? = nil

    private let loop: MainLoop
    private var context: OpaquePointer?
    private var events: [OutputEvent] = []
    private var streams: [PulseStream] = []
    /// Own changes of the volume that the server has not confirmed.
    private var unconfirmed = 0
    /// The percentages set here of late, whose echo may come after the confirmation.
    private var echoes: (percentages: [Int], until: Int64) = ([], 0)
    private var isWatching = false
    /// The server asked for silence, and mutes the stream itself meanwhile.
    var isHushed = false
    private var sinkName = "PulseAudio"
    private lazy var sinkWatch = PulseSinkWatch(output: self)

    init(loop: MainLoop, sink: String?, buffer: Double) {
        self.loop = loop
        self.sink = sink
        self.buffer = min(max(buffer, 0.1), 10)
    }

    private var own: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// What went wrong last, in libpulse's words.
    var fault: String {
        context.map { String(cString: pa_strerror(pa_context_errno($0))) } ?? "not connected"
    }

    func note(_ event: OutputEvent) { events.append(event) }

    func takeEvents() -> [OutputEvent] {
        guard !events.isEmpty else { return [] }
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    func tick() {}

    func connect() {
        guard context == nil, let properties = pa_proplist_new() else { return }
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "mood")
        pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, "multimedia-player")
        guard let context = pa_context_new_with_proplist(loop.api, "mood", properties) else { return }
        self.context = context
        note(.status(OutputStatus(name: sinkName, state: .connecting)))
        pa_context_set_state_callback(context, { _, own in PulseOutput.from(own)?.hasChangedState() }, own)
        pa_context_set_subscribe_callback(
            context, { _, event, index, own in PulseOutput.from(own)?.hasChanged(event, index) }, own)
        if pa_context_connect(context, nil, PA_CONTEXT_NOAUTOSPAWN, nil) < 0 { hasFailed() }
    }

    func open(_ format: AudioFormat, name: String, corked: Bool) -> (any OutputStream)? {
        guard isAvailable, let context else { return nil }
        let stream = PulseStream(format, name: name, corked: corked, output: self, context: context)
        if let stream { streams.append(stream) }
        return stream
    }

    func setVolume(level: Int?, muted: Bool) {
        guard let level else {
            volume = nil
            isMuted = muted
            return streams.filter(\.isReady).forEach(askVolume)
        }
        let volume = UInt32((Double(min(max(level, 0), 100)) * Double(normalVolume) / 100).rounded())
        let isSame = (volume: volume == self.volume, muted: muted == isMuted)
        self.volume = volume
        isMuted = muted
        let now = monotonicTime()
        if echoes.until < now { echoes.percentages = [] }
        echoes = (echoes.percentages + [level], now + 1_000_000_000)
        for stream in streams where stream.isReady {
            if !isSame.volume { tell(stream, volume) }
            if !isSame.muted { tell(stream, isMuted: muted) }
        }
    }

    private func tell(_ stream: PulseStream, _ volume: pa_volume_t) {
        guard let context else { return }
        var volumes = pa_cvolume()
        pa_cvolume_set(&volumes, UInt32(stream.format.channels), volume)
        confirm(pa_context_set_sink_input_volume(context, stream.index, &volumes, PulseOutput.confirmed, own))
    }

    private func tell(_ stream: PulseStream, isMuted: Bool) {
        guard let context else { return }
        confirm(pa_context_set_sink_input_mute(context, stream.index, isMuted ? 1 : 0, PulseOutput.confirmed, own))
    }

    /// The volume may have been ordered while the stream was made, and PipeWire heeds what it remembers of a former
    /// stream more than what a new one is connected with.
    private func insist(_ stream: PulseStream) {
        guard let volume else { return }
        tell(stream, volume)
        tell(stream, isMuted: isMuted)
    }

    func isAskedToHush(_ isHushed: Bool) {
        self.isHushed = isHushed
        note(.corked(isHushed))
    }

    func watchMixer(_ isOn: Bool) {
        guard isOn != isWatching else { return }
        isWatching = isOn
        subscribe()
    }

    func close() {
        guard let context else { return }
        pa_context_disconnect(context)
    }

    /// The stream is ready.
    func hasOpened(_ stream: PulseStream) {
        if volume != nil {
            stream.settlingTime = monotonicTime() + 1_000_000_000
            insist(stream)
        } else {
            askVolume(stream)
        }
        if let context { sinkWatch.begin(at: stream.device, context) }
    }

    /// The stream is on another sink.
    func hasMoved(_ stream: PulseStream) {
        if let context { sinkWatch.hasMoved(to: stream.device, context) }
    }

    /// The server let the stream go, asked for or not.
    func hasClosed(_ stream: PulseStream, isKilled: Bool) {
        streams.removeAll { $0 === stream }
        if isKilled, let context { sinkWatch.hasLeft(context) }
    }

    /// The sound comes out of the sink with this name.
    func hasSink(_ name: String) {
        guard name != sinkName else { return }
        sinkName = name
        note(.status(OutputStatus(name: name, state: .connected)))
    }

    private func hasChangedState() {
        guard let context else { return }
        switch pa_context_get_state(context) {
        case PA_CONTEXT_READY:
            isAvailable = true
            if isWatching { subscribe() }
            note(.status(OutputStatus(name: sinkName, state: .connected)))
            note(.available)
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: hasFailed()
        default: break
        }
    }

    private func hasFailed() {
        guard let context else { return }
        let reason = "the sound server can't be reached: \(fault)"
        pa_context_set_state_callback(context, nil, nil)
        pa_context_set_subscribe_callback(context, nil, nil)
        self.context = nil
        isAvailable = false
        unconfirmed = 0
        pa_context_unref(context)
        note(.status(OutputStatus(name: sinkName, state: .unavailable, fault: reason)))
        note(.lost(reason: reason))
    }

    private func subscribe() {
        guard isAvailable, let context else { return }
        let kinds = [PA_SUBSCRIPTION_MASK_SINK_INPUT, PA_SUBSCRIPTION_MASK_SINK, PA_SUBSCRIPTION_MASK_CARD]
        let mask = isWatching ? kinds.reduce(0) { $0 | $1.rawValue } : PA_SUBSCRIPTION_MASK_NULL.rawValue
        release(pa_context_subscribe(context, pa_subscription_mask_t(rawValue: mask), nil, nil))
        guard isWatching else { return }
        // What was changed while nobody watched.
        streams.filter(\.isReady).forEach(askVolume)
        if let stream = streams.first(where: \.isReady) { sinkWatch.begin(at: stream.device, context) }
    }

    private func hasChanged(_ event: pa_subscription_event_type_t, _ index: UInt32) {
        guard let context else { return }
        switch event.rawValue & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue {
        case PA_SUBSCRIPTION_EVENT_SINK.rawValue: sinkWatch.hasChanged(index, context)
        case PA_SUBSCRIPTION_EVENT_CARD.rawValue: sinkWatch.hasChanged(nil, context)
        default: streams.first { $0.isReady && $0.index == index }.map(askVolume)
        }
    }

    private func askVolume(_ stream: PulseStream) {
        guard let context else { return }
        release(
            pa_context_get_sink_input_info(
                context, stream.index,
                { _, info, _, own in
                    guard let info = info?.pointee else { return }
                    PulseOutput.from(own)?.learnVolume(info)
                }, own))
    }

    /// Takes over what a mixer did, but not while the server has yet to carry out what was asked of it here.
    private func learnVolume(_ info: pa_sink_input_info) {
        guard unconfirmed == 0, info.has_volume != 0 else { return }
        var volumes = info.volume
        let level = pa_cvolume_max(&volumes)
        // PipeWire answers with silence before it has set the stream up, and tells of the change afterwards.
        if volume == nil, level == 0 { return }
        let isMuted = isHushed ? isMuted : info.mute != 0
        let percent = PulseOutput.percent(level)
        // A server that counts in other steps than these answers with a neighbour of what was set.
        let isKnown = volume.map(PulseOutput.percent) == percent
        guard !isKnown || isMuted != self.isMuted else { return }
        let now = monotonicTime()
        if let stream = streams.first(where: { $0.isReady && $0.index == info.index }), now < stream.settlingTime {
            return insist(stream)
        }
        if !isKnown, echoes.percentages.contains(percent), now < echoes.until { return }
        volume = level
        self.isMuted = isMuted
        note(.volume(level: min(percent, 100), muted: isMuted))
    }

    private static func percent(_ volume: pa_volume_t) -> Int {
        Int((Double(volume) * 100 / Double(normalVolume)).rounded())
    }

    private func confirm(_ operation: OpaquePointer?) {
        guard let operation else { return }
        unconfirmed += 1
        pa_operation_unref(operation)
    }

    private func hasConfirmed() {
        unconfirmed = max(0, unconfirmed - 1)
        guard unconfirmed == 0 else { return }
        let now = monotonicTime()
        streams.filter { $0.isReady && now < $0.settlingTime }.forEach(askVolume)
    }

    private static let confirmed: pa_context_success_cb_t = { _, _, own in
        PulseOutput.from(own)?.hasConfirmed()
    }

    private static func from(_ own: UnsafeMutableRawPointer?) -> PulseOutput? {
        own.map { Unmanaged<PulseOutput>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// What a mixer shows as 100 %.
private let normalVolume: pa_volume_t = 0x10000
