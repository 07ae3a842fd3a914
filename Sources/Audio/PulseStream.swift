import CPulse
import Playback

/// A playback stream of a PulseAudio server.
///
/// libpulse holds a reference from its opening until the server let it go, so that its callbacks always find it.
final class PulseStream: OutputStream {
    let format: AudioFormat
    private(set) var isCorked: Bool
    private(set) var written: Int64 = 0

    private unowned let output: PulseOutput
    private let stream: OpaquePointer
    private let wasOpenedCorked: Bool
    private var isGone = false
    private var isClosing = false
    private var closesWhenDrained = false
    /// The server's count of frames at which ours is 0; nil from a flush until the server told it.
    private var base: Int64? = 0
    /// What was heard when the server was asked last; nil while nothing is.
    private var anchor: (frame: Int64, time: Int64, isMoving: Bool)?
    /// What the device was given when the stream had run dry: it goes on with that, and not further.
    private var given: Int64?
    /// How far the next write goes back, in bytes.
    private var setback: Int64 = 0
    private var isDraining = false
    /// Until then a volume that was not ordered is not a person's, in nanoseconds of `CLOCK_MONOTONIC`.
    var settlingTime: Int64 = 0
    private let firstName: String
    private var name: String

    /// Bytes of a name that a mixer is told: the server throws out who sends it more than 64 KiB.
    private static let longestName = 256

    init?(_ format: AudioFormat, name: String, corked: Bool, output: PulseOutput, context: OpaquePointer) {
        var sample = pa_sample_spec(
            format: PA_SAMPLE_FLOAT32LE, rate: UInt32(clamping: format.rate), channels: UInt8(clamping: format.channels)
        )
        let name = name.shown(upTo: Self.longestName)
        guard pa_sample_spec_valid(&sample) != 0, let properties = pa_proplist_new() else { return nil }
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, "music")
        pa_proplist_sets(properties, PA_PROP_MEDIA_TITLE, name)
        guard let stream = pa_stream_new_with_proplist(context, name, &sample, nil, properties) else { return nil }
        self.format = format
        self.output = output
        self.stream = stream
        isCorked = corked
        wasOpenedCorked = corked
        firstName = name
        self.name = name
        let own = Unmanaged.passRetained(self)
        observe(own.toOpaque())
        guard connect(corked: corked) else {
            observe(nil)
            pa_stream_unref(stream)
            own.release()
            return nil
        }
    }

    private func connect(corked: Bool) -> Bool {
        func bytes(_ seconds: Double) -> UInt32 {
            UInt32(clamping: format.frames(in: seconds) * Int64(format.frameSize))
        }
        // The server lets the device run ahead by `tlength` less twice `minreq`. It must not begin with less than that:
        // each block that then comes late makes it rewind, and a null sink loses what it rewinds.
        let ahead = output.buffer / 2
        var buffer = pa_buffer_attr(
            maxlength: .max, tlength: bytes(output.buffer), prebuf: bytes(ahead + 0.05),
            minreq: bytes(output.buffer / 4), fragsize: .max)
        var flags = corked ? PA_STREAM_START_CORKED.rawValue : 0
        var volume = pa_cvolume()
        if let level = output.volume {
            pa_cvolume_set(&volume, UInt32(format.channels), level)
            flags |= (output.isMuted ? PA_STREAM_START_MUTED : PA_STREAM_START_UNMUTED).rawValue
        }
        return withUnsafePointer(to: &volume) { volume in
            pa_stream_connect_playback(
                stream, output.sink, &buffer, pa_stream_flags_t(rawValue: flags),
                output.volume == nil ? nil : volume, nil) >= 0
        }
    }

    /// The server's number for the stream, by which a mixer knows it.
    var index: UInt32 { pa_stream_get_index(stream) }
    var device: UInt32 { pa_stream_get_device_index(stream) }

    var isReady: Bool { !isGone && !isClosing && pa_stream_get_state(stream) == PA_STREAM_READY }

    var wanted: Int {
        guard isReady else { return 0 }
        let size = pa_stream_writable_size(stream)
        return size == .max ? 0 : size / format.frameSize
    }

    var heard: Int64? {
        guard let anchor else { return nil }
        var frame = anchor.frame
        if anchor.isMoving {
            frame += Int64(Double(max(0, monotonicTime() - anchor.time)) * Double(format.rate) / 1e9)
        }
        return min(max(0, frame), given ?? written, written)
    }

    var isRunning: Bool { anchor?.isMoving ?? false }
    var isSuspended: Bool { isReady && pa_stream_is_suspended(stream) > 0 }

    func write(_ frames: Int, _ produce: (UnsafeMutableBufferPointer<Float>) -> Int) -> Int {
        guard isReady else { return 0 }
        isDraining = false
        var sum = 0
        while sum < frames {
            var memory: UnsafeMutableRawPointer?
            var size = min((frames - sum) * format.frameSize, 65_536 / format.frameSize * format.frameSize)
            guard pa_stream_begin_write(stream, &memory, &size) >= 0, let memory else { break }
            let piece = min(size / format.frameSize, frames - sum)
            let samples = UnsafeMutableBufferPointer(
                start: memory.assumingMemoryBound(to: Float.self), count: piece * format.channels)
            let count = produce(samples)
            guard count > 0 else {
                pa_stream_cancel_write(stream)
                break
            }
            guard pa_stream_write(stream, memory, count * format.frameSize, nil, -setback, PA_SEEK_RELATIVE) >= 0
            else { break }
            setback = 0
            sum += count
            written += Int64(count)
            if count < piece { break }
        }
        return sum
    }

    func settle() { askPosition() }

    func rewind(to frame: Int64) {
        setback += (written - frame) * Int64(format.frameSize)
        written = frame
    }

    func flush() {
        guard isReady else { return }
        release(pa_stream_flush(stream, nil, nil))
        written = 0
        setback = 0
        base = nil
        anchor = nil
        given = nil
        isDraining = false
        askPosition()
    }

    func cork(_ isCorked: Bool) {
        self.isCorked = isCorked
        if !isCorked { output.isHushed = false }
        guard isReady else { return }
        if let heard { anchor = (heard, monotonicTime(), false) }
        release(pa_stream_cork(stream, isCorked ? 1 : 0, nil, nil))
        askPosition()
    }

    func drain() {
        guard isReady else { return }
        isDraining = true
        release(
            pa_stream_drain(
                stream, { _, success, own in if success != 0 { PulseStream.from(own)?.hasDrained() } },
                Unmanaged.passUnretained(self).toOpaque()))
    }

    func askPosition() {
        guard isReady else { return }
        release(
            pa_stream_update_timing_info(
                stream, { _, success, own in if success != 0 { PulseStream.from(own)?.learnPosition() } },
                Unmanaged.passUnretained(self).toOpaque()))
    }

    func rename(_ name: String) {
        let name = name.shown(upTo: Self.longestName)
        self.name = name
        guard isReady, let properties = pa_proplist_new() else { return }
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_MEDIA_NAME, name)
        pa_proplist_sets(properties, PA_PROP_MEDIA_TITLE, name)
        release(pa_stream_proplist_update(stream, PA_UPDATE_REPLACE, properties, nil, nil))
    }

    func close(drained: Bool) {
        guard !isGone, !isClosing else { return }
        if drained, isReady {
            closesWhenDrained = true
            if !isDraining { drain() }
            return
        }
        let wasReady = isReady
        isClosing = true
        // One that is still being made can only be let go once it is.
        if wasReady { pa_stream_disconnect(stream) }
    }

    private func hasDrained() {
        guard isDraining else { return }
        isDraining = false
        if closesWhenDrained { return close(drained: false) }
        output.note(.drained(self))
    }

    /// Takes over what the server says of its place in the stream.
    private func learnPosition() {
        guard isReady, let timing = pa_stream_get_timing_info(stream)?.pointee,
            timing.write_index_corrupt == 0, timing.read_index_corrupt == 0
        else { return }
        let size = Int64(format.frameSize)
        let start = base ?? (timing.write_index &+ setback) / size - written
        base = start
        // What the device holds is written, and not heard.
        var late = Double(timing.sink_usec)
        if timing.playing != 0 { late -= Double(timing.transport_usec) }
        let frame = timing.read_index / size - start - Int64(late * Double(format.rate) / 1e6)
        let read = timing.read_index / size - start
        given = timing.playing == 0 ? read : nil
        anchor = (frame, monotonicTime(), !isCorked && (timing.playing != 0 || read > max(0, frame)))
        output.note(.heard(self))
    }

    private func hasChangedState() {
        switch pa_stream_get_state(stream) {
        case PA_STREAM_READY:
            if isClosing {
                pa_stream_disconnect(stream)
            } else {
                if isCorked != wasOpenedCorked { cork(isCorked) }
                if name != firstName { rename(name) }
                output.hasOpened(self)
                output.note(.wants(self))
            }
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED:
            guard !isGone else { return }
            isGone = true
            let reason = output.fault
            observe(nil)
            if !isClosing { output.note(.failed(self, reason: reason)) }
            output.hasClosed(self, isKilled: !isClosing)
            pa_stream_unref(stream)
            Unmanaged.passUnretained(self).release()
        default: break
        }
    }

    private func isAsked(_ name: String) {
        switch name {
        case PA_STREAM_EVENT_REQUEST_CORK: output.isAskedToHush(true)
        case PA_STREAM_EVENT_REQUEST_UNCORK: output.isAskedToHush(false)
        default: break
        }
    }

    private func observe(_ own: UnsafeMutableRawPointer?) {
        guard let own else {
            pa_stream_set_state_callback(stream, nil, nil)
            pa_stream_set_write_callback(stream, nil, nil)
            pa_stream_set_started_callback(stream, nil, nil)
            pa_stream_set_underflow_callback(stream, nil, nil)
            pa_stream_set_moved_callback(stream, nil, nil)
            pa_stream_set_suspended_callback(stream, nil, nil)
            pa_stream_set_event_callback(stream, nil, nil)
            return
        }
        pa_stream_set_state_callback(stream, { _, own in PulseStream.from(own)?.hasChangedState() }, own)
        pa_stream_set_write_callback(
            stream, { _, _, own in PulseStream.from(own).map { $0.output.note(.wants($0)) } }, own)
        pa_stream_set_started_callback(stream, { _, own in PulseStream.from(own)?.askPosition() }, own)
        pa_stream_set_underflow_callback(stream, { _, own in PulseStream.from(own)?.askPosition() }, own)
        pa_stream_set_moved_callback(
            stream, { _, own in PulseStream.from(own).map { $0.output.hasMoved($0) } }, own)
        pa_stream_set_suspended_callback(
            stream,
            { stream, own in
                PulseStream.from(own).map { $0.output.note(.suspended($0, pa_stream_is_suspended(stream) > 0)) }
            }, own)
        pa_stream_set_event_callback(
            stream, { _, name, _, own in name.map { PulseStream.from(own)?.isAsked(String(cString: $0)) } }, own)
    }

    private static func from(_ own: UnsafeMutableRawPointer?) -> PulseStream? {
        own.map { Unmanaged<PulseStream>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Gives back what an asynchronous call answered; libpulse ends the program when it is given none.
func release(_ operation: OpaquePointer?) {
    if let operation { pa_operation_unref(operation) }
}
