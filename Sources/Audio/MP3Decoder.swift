import CMpg123
import Glibc
import Playback

/// Decodes MPEG audio, layers I to III, with libmpg123, to the very sample.
final class MP3Decoder: Decoder {
    let format: AudioFormat
    private(set) var length: Int64?

    private let source: any ByteSource
    private let stream: MPEGStream
    private let parser: MPEGParser
    private let chunk: UnsafeMutableRawBufferPointer
    /// Where in the source the next bytes for libmpg123 lie.
    private var offset: Int64
    private var isDecoding = false
    /// Leads to places whose bytes have not arrived.
    private lazy var table = FrameTable(stream)
    /// What libmpg123 itself had learned of the frames' places before it was told to go by a rough table.
    private var learned: FrameTable?

    private static let encoding = Int32(MPG123_ENC_FLOAT_32.rawValue)

    init(source: any ByteSource, stream: MPEGStream) throws(Obstacle) {
        guard let parser = MPEGParser() else { throw .unplayable("no memory to decode it") }
        self.source = source
        self.stream = stream
        self.parser = parser
        chunk = .allocate(byteCount: 1 << 15, alignment: 16)
        offset = stream.start
        if stream.isEndless {
            mpg123_param2(parser.handle, Int32(MPG123_ADD_FLAGS.rawValue), Int(MPG123_IGNORE_INFOFRAME.rawValue), 0)
        }
        if let bytes = stream.byteCount { mpg123_set_filesize(parser.handle, off_t(bytes)) }
        format = stream.header.format
        try begin()
    }

    deinit {
        chunk.deallocate()
    }

    var bitrate: Int? {
        if stream.information != nil { return stream.bitrate }
        var frame = mpg123_frameinfo2()
        guard isDecoding, mpg123_info2(parser.handle, &frame) == MPG123_OK.rawValue else { return stream.bitrate }
        return Int(frame.bitrate)
    }

    func decode(into buffer: UnsafeMutableBufferPointer<Float>) -> Decoding {
        var faults = 0
        while true {
            var done = 0
            let size = buffer.count * MemoryLayout<Float>.size
            let state = mpg123_decode(parser.handle, nil, 0, buffer.baseAddress, size, &done)
            if done > 0 { return .frames(done / format.frameSize) }
            switch state {
            case MPG123_OK.rawValue, MPG123_NEW_FORMAT.rawValue: continue
            case MPG123_NEED_MORE.rawValue:
                if let stop = feed() { return stop }
            case MPG123_DONE.rawValue: return .end
            default:
                faults += 1
                if faults > 100 { return .failed(.unplayable(reason: "is damaged")) }
            }
        }
    }

    func seek(to frame: Int64) throws(PlaybackFailure) {
        var input = off_t(0)
        let target = off_t(min(frame, length ?? .max))
        if !source.isComplete { guide(to: Int64(target)) }
        guard mpg123_feedseek(parser.handle, target, SEEK_SET, &input) >= 0 else {
            throw .unplayable(reason: "can't be sought in: \(MP3Decoder.message(parser.handle))")
        }
        offset = stream.start + Int64(input)
    }

    /// Tells libmpg123 where a frame lies: by itself it would ask for everything that lies before.
    private func guide(to frame: Int64) {
        guard let table else { return }
        if table.isExact { return table.install(in: parser) }
        // What was learned by decoding from the start is exact as far as it reaches, and on through what has arrived.
        let number = frame / Int64(stream.header.samplesPerFrame)
        let learned = learned ?? FrameTable(learnedBy: parser)
        if let learned, number < learned.frames {
            if self.learned != nil { learned.install(in: parser) }
            self.learned = nil
        } else if self.learned != nil || stream.start + table.offset(of: number) > source.reach {
            self.learned = learned
            table.install(in: parser)
        }
    }

    func survey() -> Survey? {
        guard length == nil else { return nil }
        return source.workerReader().map { Survey(reader: $0, stream: stream) }
    }

    func adopt(_ result: Survey.Result) {
        let samples = result.frames * Int64(stream.header.samplesPerFrame)
        length = samples
        var index = result.index.map { off_t($0) }
        mpg123_set_index(parser.handle, &index, off_t(result.step), index.count)
    }

    /// Decodes up to the first frame, whose format then holds for the whole track.
    private func begin() throws(Obstacle) {
        var done = 0
        var wasPrompted = false
        while true {
            switch mpg123_decode(parser.handle, nil, 0, nil, 0, &done) {
            case MPG123_NEW_FORMAT.rawValue:
                isDecoding = true
                keepFormat()
                if let information = stream.information {
                    let samples = information.isVBRI ? stream.length ?? -1 : Int64(mpg123_length(parser.handle))
                    if samples >= 0 { length = samples }
                }
                return
            case MPG123_NEED_MORE.rawValue:
                switch feed() {
                case nil: continue
                case .needsBytes: throw .notYet
                case .failed(let failure): throw .failed(failure)
                case .end, .frames: break
                }
                guard !wasPrompted else { throw .unplayable("holds no MPEG audio") }
                wasPrompted = true
                try prompt()
            default:
                throw .unplayable("can't be decoded: \(MP3Decoder.message(parser.handle))")
            }
        }
    }

    /// Shows libmpg123 the first header again: it believes a frame only when it sees the next, and one alone has none.
    private func prompt() throws(Obstacle) {
        let header = try source.bytes(at: stream.start, count: 4)
        mpg123_feed(parser.handle, header, header.count)
    }

    /// Lets later frames of another rate or number of channels, as joined files have them, be brought to the first's.
    private func keepFormat() {
        mpg123_format_none(parser.handle)
        mpg123_format(parser.handle, format.rate, Int32(format.channels), MP3Decoder.encoding)
        mpg123_param2(parser.handle, Int32(MPG123_FORCE_RATE.rawValue), format.rate, 0)
    }

    /// Gives libmpg123 more bytes; nil if there were some.
    private func feed() -> Decoding? {
        let wanted = min(Int64(chunk.count), (stream.end ?? .max) - offset)
        guard wanted > 0 else { return .end }
        let piece = UnsafeMutableRawBufferPointer(rebasing: chunk[..<Int(wanted)])
        switch source.read(into: piece, at: offset) {
        case .bytes(let count):
            offset += Int64(count)
            guard mpg123_feed(parser.handle, piece.baseAddress, count) == MPG123_OK.rawValue else {
                return .failed(.unplayable(reason: "no memory to decode it"))
            }
            return nil
        case .wait: return .needsBytes
        case .end: return .end
        case .failed(let failure): return .failed(failure)
        }
    }

    private static func message(_ handle: OpaquePointer) -> String {
        mpg123_strerror(handle).map { String(cString: $0) } ?? "unknown fault"
    }
}
