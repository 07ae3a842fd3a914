import CSndfile
import Glibc
import Media
import Playback

/// Decodes FLAC, Ogg Vorbis, Opus, WAV and AIFF with libsndfile, to the very sample.
///
/// The source must be complete: libsndfile takes bytes that have not arrived yet for the end, for good.
final class SndfileDecoder: Decoder {
    let format: AudioFormat
    let length: Int64?
    let bitrate: Int?

    private static let mostChannels = 8

    /// How far behind a damaged spot is looked for sound first: a block of FLAC; then twice as far each time.
    private static let damagedFrames: Int64 = 4096
    private static let mostLeaps = 24

    /// Frames decoded and dropped behind a seek in Vorbis and Opus: until then the overlap with what came before lacks.
    private static let preroll: Int64 = 16_384

    private let isOgg: Bool
    private var file: OpaquePointer
    private let content: Content
    /// The next frame that is handed out.
    private var position: Int64 = 0
    /// Frames of silence before the next sound, for those that are damaged.
    private var lost: Int64 = 0
    /// Nothing behind a damaged spot can be decoded.
    private var isOver = false

    /// Opens what begins at `start` in the source.
    ///
    /// - Parameter kind: what its first bytes say it is.
    init(source: any ByteSource, start: Int64, kind: Media.AudioFormat) throws(Obstacle) {
        isOgg = kind == .vorbis || kind == .opus
        content = Content(source: source, start: start, end: try isOgg ? OggTail.end(in: source) : source.length ?? 0)
        guard let (file, information) = Self.open(content) else {
            let reason = String(cString: sf_strerror(nil))
            throw .unplayable("can't be decoded as \(kind.name): \(reason)")
        }
        guard information.samplerate > 0, (1...Self.mostChannels).contains(Int(information.channels)) else {
            sf_close(file)
            throw .unplayable("has \(information.channels) channels, which isn't supported")
        }
        self.file = file
        format = AudioFormat(rate: Int(information.samplerate), channels: Int(information.channels))
        let isCounted = information.frames > 0 && information.frames < Int64.max
        length = isCounted ? Int64(information.frames) : nil
        bitrate = Self.bitrate(bytes: content.length, frames: length, format)
    }

    private static func open(_ content: Content) -> (OpaquePointer, SF_INFO)? {
        var functions = Content.functions
        var information = SF_INFO()
        content.rewind()
        let context = Unmanaged.passUnretained(content).toOpaque()
        return sf_open_virtual(&functions, Int32(SFM_READ), &information, context).map { ($0, information) }
    }

    deinit {
        sf_close(file)
    }

    func decode(into buffer: UnsafeMutableBufferPointer<Float>) -> Decoding {
        guard let samples = buffer.baseAddress, buffer.count >= format.channels else { return .frames(0) }
        let room = Int64(buffer.count / format.channels)
        if lost > 0 { return .frames(writeSilence(to: samples, frames: min(room, lost))) }
        guard !isOver else { return .end }
        let count = sf_readf_float(file, samples, sf_count_t(room))
        position += Int64(count)
        if Int(sf_error(file)) != SF_ERR_NO_ERROR, content.failure == nil { passDamage() }
        if count > 0 { return .frames(Int(count)) }
        if let failure = content.failure { return .failed(failure) }
        return lost > 0 ? .frames(writeSilence(to: samples, frames: min(room, lost))) : .end
    }

    func seek(to frame: Int64) throws(PlaybackFailure) {
        if isOver { reopen() }
        lost = 0
        isOver = false
        let target = min(frame, length ?? frame)
        position = target
        guard go(to: target) else { throw .unplayable(reason: "can't be sought in") }
    }

    private func go(to target: Int64) -> Bool {
        let first = isOgg ? max(0, target - Self.preroll) : target
        return sf_seek(file, sf_count_t(first), SEEK_SET) == first && skip(target - first)
    }

    private func skip(_ frames: Int64) -> Bool {
        guard frames > 0 else { return true }
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: Int(frames) * format.channels) { dropped in
            sf_readf_float(file, dropped.baseAddress, sf_count_t(frames)) == frames
        }
    }

    // MARK: Damage

    /// Finds the sound behind a damaged spot, so that all of it is heard at its own time; there is silence until then.
    ///
    /// Where nothing more can be decoded, the track is over: what a damaged end leaves is not missed more than the whole
    /// would be.
    private func passDamage() {
        var gap: Int64 = 0
        for _ in 0..<Self.mostLeaps where position + gap < length ?? .max {
            // After a fault libsndfile finds no place any more.
            guard reopen() else { break }
            if go(to: position + gap), skip(1), go(to: position + gap) {
                lost = gap
                return
            }
            gap = max(Self.damagedFrames, 2 * gap)
        }
        isOver = true
    }

    @discardableResult
    private func reopen() -> Bool {
        guard let (file, _) = Self.open(content) else { return false }
        sf_close(self.file)
        self.file = file
        return true
    }

    private func writeSilence(to samples: UnsafeMutablePointer<Float>, frames: Int64) -> Int {
        samples.update(repeating: 0, count: Int(frames) * format.channels)
        lost -= frames
        position += frames
        return Int(frames)
    }

    func survey() -> Survey? { nil }

    func adopt(_ result: Survey.Result) {}

    private static func bitrate(bytes: Int64, frames: Int64?, _ format: AudioFormat) -> Int? {
        guard let frames, frames > 0 else { return nil }
        return Int((Double(bytes) * 8 / format.seconds(of: frames) / 1000).rounded())
    }

    /// The bytes as libsndfile reads them: from a place in the source to its end, with a position.
    private final class Content {
        let length: Int64
        private(set) var failure: PlaybackFailure?
        private let source: any ByteSource
        private let start: Int64
        private var position: Int64 = 0

        init(source: any ByteSource, start: Int64, end: Int64) {
            self.source = source
            self.start = start
            length = max(0, end - start)
        }

        static let functions = SF_VIRTUAL_IO(
            get_filelen: { context in sf_count_t(Content.at(context)?.length ?? 0) },
            seek: { offset, whence, context in sf_count_t(Content.at(context)?.seek(to: Int64(offset), whence) ?? -1) },
            read: { memory, count, context in
                guard let memory, count > 0, let content = Content.at(context) else { return 0 }
                return sf_count_t(content.read(into: UnsafeMutableRawBufferPointer(start: memory, count: Int(count))))
            },
            write: { _, _, _ in 0 },
            tell: { context in sf_count_t(Content.at(context)?.position ?? 0) })

        private static func at(_ context: UnsafeMutableRawPointer?) -> Content? {
            context.map { Unmanaged<Content>.fromOpaque($0).takeUnretainedValue() }
        }

        func rewind() { position = 0 }

        private func seek(to offset: Int64, _ whence: Int32) -> Int64 {
            let base =
                switch whence {
                case SEEK_CUR: position
                case SEEK_END: length
                default: Int64(0)
                }
            position = min(max(base + offset, 0), length)
            return position
        }

        private func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
            var filled = 0
            while filled < memory.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: memory[filled...])
                switch source.read(into: rest, at: start + position) {
                case .bytes(let count):
                    filled += count
                    position += Int64(count)
                case .wait, .end: return filled
                case .failed(let reason):
                    failure = reason
                    return filled
                }
            }
            return filled
        }
    }
}
