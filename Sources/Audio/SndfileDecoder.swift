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

    /// Frames decoded and dropped behind a seek in Vorbis and Opus: until then the overlap with what came before lacks.
    private static let preroll: Int64 = 16_384

    private let isOgg: Bool
    private let file: OpaquePointer
    private let content: Content

    /// Opens what begins at `start` in the source.
    ///
    /// - Parameter kind: what its first bytes say it is.
    init(source: any ByteSource, start: Int64, kind: Media.AudioFormat) throws(Obstacle) {
        isOgg = kind == .vorbis || kind == .opus
        content = Content(source: source, start: start, end: try isOgg ? OggTail.end(in: source) : source.length ?? 0)
        var functions = Content.functions
        var information = SF_INFO()
        let context = Unmanaged.passUnretained(content).toOpaque()
        guard let file = sf_open_virtual(&functions, Int32(SFM_READ), &information, context) else {
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

    deinit {
        sf_close(file)
    }

    func decode(into buffer: UnsafeMutableBufferPointer<Float>) -> Decoding {
        guard let samples = buffer.baseAddress, buffer.count >= format.channels else { return .frames(0) }
        let count = sf_readf_float(file, samples, sf_count_t(buffer.count / format.channels))
        if count > 0 { return .frames(Int(count)) }
        if let failure = content.failure { return .failed(failure) }
        // What a damaged end leaves undecoded is not missed more than the whole track would be.
        return .end
    }

    func seek(to frame: Int64) throws(PlaybackFailure) {
        let target = min(frame, length ?? frame)
        let first = isOgg ? max(0, target - Self.preroll) : target
        guard sf_seek(file, sf_count_t(first), SEEK_SET) == first, skip(target - first) else {
            throw .unplayable(reason: "can't be sought in")
        }
    }

    private func skip(_ frames: Int64) -> Bool {
        guard frames > 0 else { return true }
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: Int(frames) * format.channels) { dropped in
            sf_readf_float(file, dropped.baseAddress, sf_count_t(frames)) == frames
        }
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
