import CMpg123
import Playback
import Synchronization

/// Reads a whole MP3, frame by frame without decoding, to learn its exact length and where its frames lie.
///
/// It is made on the audio thread and carried out on a worker; it stops early once it is cancelled.
final class Survey: Sendable {
    struct Result: Equatable, Sendable {
        /// Frames of MPEG audio, without an information frame.
        var frames: Int64
        /// Where every `step`th frame begins, counted from the first.
        var index: [Int]
        var step: Int
    }

    private let reader: FileReader
    private let stream: MPEGStream
    private let isCancelled = Atomic(false)

    init(reader: FileReader, stream: MPEGStream) {
        self.reader = reader
        self.stream = stream
    }

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }

    /// Reads to the end; nil if it was cancelled or the file could not be read.
    func run() -> Result? {
        guard let parser = MPEGParser() else { return nil }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        var offset = stream.start
        var frames: Int64 = 0
        while !isCancelled.load(ordering: .relaxed) {
            let wanted = min(Int64(buffer.count), (stream.end ?? .max) - offset)
            guard wanted > 0 else { return result(parser, frames: frames) }
            let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(wanted)])
            let count = reader.read(into: piece, at: offset)
            guard count >= 0 else { return nil }
            guard count > 0 else { return result(parser, frames: frames) }
            offset += Int64(count)
            guard mpg123_feed(parser.handle, piece.baseAddress, count) == MPG123_OK.rawValue else { return nil }
            frames += parser.passFrames()
        }
        return nil
    }

    private func result(_ parser: MPEGParser, frames: Int64) -> Result? {
        var offsets: UnsafeMutablePointer<off_t>?
        var step = off_t(0)
        var count = 0
        guard frames > 0, mpg123_index(parser.handle, &offsets, &step, &count) == MPG123_OK.rawValue else { return nil }
        let index = UnsafeBufferPointer(start: offsets, count: count).map { Int($0) }
        return Result(frames: frames, index: index, step: Int(step))
    }
}

/// A handle of libmpg123 in feed mode, as every reader of MPEG audio here needs it.
final class MPEGParser {
    let handle: OpaquePointer

    /// Nil only without memory.
    init?() {
        guard let handle = mpg123_new(nil, nil) else { return nil }
        self.handle = handle
        let flags =
            MPG123_QUIET.rawValue | MPG123_FORCE_FLOAT.rawValue | MPG123_GAPLESS.rawValue
            | MPG123_SKIP_ID3V2.rawValue | MPG123_NO_PEEK_END.rawValue
        mpg123_param2(handle, Int32(MPG123_ADD_FLAGS.rawValue), Int(flags), 0)
        mpg123_param2(handle, Int32(MPG123_REMOVE_FLAGS.rawValue), Int(MPG123_AUTO_RESAMPLE.rawValue), 0)
        mpg123_param2(handle, Int32(MPG123_RESYNC_LIMIT.rawValue), -1, 0)
        // After a seek fewer give wrong samples: the bit reservoir and the filters need that many to settle.
        mpg123_param2(handle, Int32(MPG123_PREFRAMES.rawValue), 32, 0)
        guard mpg123_open_feed(handle) == MPG123_OK.rawValue else {
            mpg123_delete(handle)
            return nil
        }
    }

    deinit {
        mpg123_delete(handle)
    }

    /// Passes over the frames that are there, without decoding them, and counts them.
    func passFrames() -> Int64 {
        var frames: Int64 = 0
        while true {
            switch mpg123_framebyframe_next(handle) {
            case MPG123_OK.rawValue, MPG123_NEW_FORMAT.rawValue: frames += 1
            default: return frames
            }
        }
    }
}
