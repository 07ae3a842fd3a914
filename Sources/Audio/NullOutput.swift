import Playback

/// Sound that nobody hears: on a clock, or as fast as it can be decoded.
final class NullOutput: AudioOutput {
    let isFast: Bool
    private(set) var isAvailable = false
    private var events: [OutputEvent] = []
    private var streams: [NullStream] = []
    private var volume = (level: 100, muted: false)

    init(isFast: Bool) {
        self.isFast = isFast
    }

    var deadline: Int64? {
        streams.compactMap(\.deadline).min()
    }

    func connect() {
        guard !isAvailable else { return }
        isAvailable = true
        events.append(.available)
        events.append(.status(OutputStatus(name: "null", state: .connected)))
    }

    func open(_ format: AudioFormat, name: String, corked: Bool) -> (any OutputStream)? {
        let stream = NullStream(format, isFast: isFast, corked: corked)
        streams.append(stream)
        events.append(.wants(stream))
        return stream
    }

    func setVolume(level: Int?, muted: Bool) {
        volume = (level ?? volume.level, muted)
        if level == nil { events.append(.volume(level: volume.level, muted: muted)) }
    }

    func watchMixer(_ isOn: Bool) {}

    func tick() {
        let now = monotonicTime()
        for stream in streams { events += stream.events(by: now) }
        streams.removeAll { $0.isClosed }
    }

    func takeEvents() -> [OutputEvent] {
        guard !events.isEmpty else { return [] }
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    func close() {
        streams.removeAll()
        isAvailable = false
    }
}

/// A stream of the null output: a buffer of two seconds that a clock empties.
final class NullStream: OutputStream {
    let format: AudioFormat
    let isReady = true
    private(set) var isCorked: Bool
    private(set) var written: Int64 = 0
    private(set) var isClosed = false

    private let isFast: Bool
    private let memory: UnsafeMutableBufferPointer<Float>
    /// The frame that was heard at the anchor's time.
    private var anchor: (frame: Int64, time: Int64)
    private var isDraining = false
    private var hasNews = false

    init(_ format: AudioFormat, isFast: Bool, corked: Bool) {
        self.format = format
        self.isFast = isFast
        isCorked = corked
        anchor = (0, monotonicTime())
        memory = .allocate(capacity: 16_384 / format.channels * format.channels)
    }

    deinit {
        memory.deallocate()
    }

    private var capacity: Int64 { Int64(2 * format.rate) }
    private var refill: Int64 { Int64(format.rate) * 3 / 2 }

    private func heard(at time: Int64) -> Int64 {
        if isCorked { return anchor.frame }
        if isFast { return written }
        let frames = Double(max(0, time - anchor.time)) * Double(format.rate) / 1e9
        return min(written, anchor.frame + Int64(frames))
    }

    var heard: Int64? { written == 0 ? nil : heard(at: monotonicTime()) }
    var isRunning: Bool { !isCorked && written > 0 }
    var wanted: Int {
        let room = capacity - (written - heard(at: monotonicTime()))
        return Int(max(0, room))
    }

    var deadline: Int64? {
        if hasNews || isFast && !isCorked { return 0 }
        guard !isCorked, !isClosed else { return nil }
        let target = isDraining ? written : written - refill
        return anchor.time + Int64((Double(target - anchor.frame) * 1e9 / Double(format.rate)).rounded(.up))
    }

    func events(by now: Int64) -> [OutputEvent] {
        var events: [OutputEvent] = []
        let heard = heard(at: now)
        if hasNews { events.append(.heard(self)) }
        hasNews = false
        guard !isCorked else { return events }
        if written - heard <= refill, !isDraining {
            events.append(.wants(self))
        } else if isDraining, heard >= written {
            isDraining = false
            events.append(.drained(self))
        }
        return events
    }

    func write(_ frames: Int, _ produce: (UnsafeMutableBufferPointer<Float>) -> Int) -> Int {
        hold()
        isDraining = false
        var sum = 0
        while sum < frames {
            let piece = min(frames - sum, memory.count / format.channels)
            let count = produce(UnsafeMutableBufferPointer(rebasing: memory[..<(piece * format.channels)]))
            sum += count
            written += Int64(count)
            if count < piece { break }
        }
        return sum
    }

    func settle() { hasNews = true }

    func rewind(to frame: Int64) {
        hold()
        written = max(anchor.frame, frame)
    }

    func flush() {
        written = 0
        anchor = (0, monotonicTime())
        isDraining = false
    }

    func cork(_ isCorked: Bool) {
        hold()
        self.isCorked = isCorked
        hasNews = true
    }

    func drain() { isDraining = true }
    func askPosition() { hasNews = true }
    func rename(_ name: String) {}
    func close(drained: Bool) { isClosed = true }

    /// Renews the anchor, so that a buffer that had run empty does not count the time since.
    private func hold() {
        let now = monotonicTime()
        anchor = (heard(at: now), now)
    }
}
