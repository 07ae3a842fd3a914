import CPulse
import Glibc
import Playback

/// Raw samples of one format, into a FIFO at the speed of its reader or into a file as fast as they are decoded.
///
/// What was handed over counts as heard: nothing is known of the reader's ear.
final class PipeOutput: AudioOutput {
    let encoding: PipeEncoding
    let format: AudioFormat
    private(set) var isAvailable = false

    private let loop: MainLoop
    private let path: String
    private var descriptor: Int32 = -1
    private var isFIFO = false
    private var wasOpened = false
    /// Waits for the FIFO to take more.
    private var writable: OpaquePointer?
    /// What the FIFO has not taken yet.
    private var pending: [UInt8] = []
    private var sent = 0
    private var events: [OutputEvent] = []
    private var volume = (level: 100, isMuted: false)
    private weak var stream: PipeStream?

    init(loop: MainLoop, path: String, encoding: PipeEncoding, format: AudioFormat) {
        self.loop = loop
        self.path = path
        self.encoding = encoding
        self.format = format
    }

    var isFull: Bool { !pending.isEmpty }
    var deadline: Int64? { isFIFO || stream?.isCorked ?? true ? nil : 0 }

    func note(_ event: OutputEvent) { events.append(event) }

    func takeEvents() -> [OutputEvent] {
        guard !events.isEmpty else { return [] }
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    func connect() {
        guard !isAvailable else { return }
        var status = stat()
        isFIFO = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
        // Open for reading too, a FIFO survives its readers.
        let kind = isFIFO ? O_RDWR | O_NONBLOCK : O_WRONLY | O_CREAT | (wasOpened ? O_APPEND : O_TRUNC)
        descriptor = Glibc.open(path, kind | O_CLOEXEC | O_NOCTTY, 0o600)
        guard descriptor >= 0 else { return fail(errno) }
        wasOpened = true
        isAvailable = true
        if isFIFO {
            writable = loop.api.pointee.io_new(
                loop.api, descriptor, PA_IO_EVENT_NULL,
                { _, _, _, _, own in
                    own.map { Unmanaged<PipeOutput>.fromOpaque($0).takeUnretainedValue().send() }
                }, Unmanaged.passUnretained(self).toOpaque())
        }
        note(.status(OutputStatus(name: path, state: .connected)))
        note(.available)
    }

    func open(_ format: AudioFormat, name: String, corked: Bool) -> (any OutputStream)? {
        let stream = PipeStream(format, output: self, corked: corked)
        if let stream { note(.wants(stream)) }
        if !corked { self.stream = stream }
        return stream
    }

    func setVolume(level: Int?, muted: Bool) {
        volume = (min(max(level ?? volume.level, 0), 100), muted)
        if level == nil { note(.volume(level: volume.level, muted: muted)) }
    }

    /// What samples are multiplied with, as no mixer does it behind a pipe: a volume sounds as it does in PulseAudio.
    var gain: Float {
        let part = Float(volume.level) / 100
        return volume.isMuted ? 0 : part * part * part
    }

    func watchMixer(_ isOn: Bool) {}

    func tick() {
        guard let stream, !stream.isCorked, !isFull else { return }
        stream.isEmptied()
    }

    func close() {
        if let writable { loop.api.pointee.io_free(writable) }
        writable = nil
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
        isAvailable = false
    }

    /// The stream whose samples come now.
    func begin(_ stream: PipeStream) { self.stream = stream }

    func take(_ bytes: [UInt8]) {
        pending += bytes
        send()
    }

    /// Forgets what waits, but for the rest of a frame that has begun.
    func drop() {
        let size = format.channels * encoding.size
        let whole = (sent + size - 1) / size * size
        if whole < pending.count { pending.removeSubrange(whole...) }
    }

    private func send() {
        while sent < pending.count {
            let count = pending.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent) }
            if count >= 0 {
                sent += count
            } else if errno == EAGAIN {
                break
            } else if errno != EINTR {
                return fail(errno)
            }
        }
        let isDone = sent == pending.count
        if isDone {
            pending.removeAll(keepingCapacity: true)
            sent = 0
        }
        if let writable { loop.api.pointee.io_enable(writable, isDone ? PA_IO_EVENT_NULL : PA_IO_EVENT_OUTPUT) }
        if isDone, isFIFO, let stream { note(.wants(stream)) }
    }

    private func fail(_ code: Int32) {
        let reason = "\(path) can't be written: \(String(cString: strerror(code)))"
        close()
        pending.removeAll()
        sent = 0
        note(.status(OutputStatus(name: path, state: .unavailable, fault: reason)))
        note(.lost(reason: reason))
    }
}

extension PipeEncoding {
    /// The bytes of one sample.
    var size: Int { self == .s16 ? 2 : 4 }
}
