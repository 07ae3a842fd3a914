import Playback

/// What one call of a decoder brought.
enum Decoding: Equatable {
    /// So many frames, at least one.
    case frames(Int)
    /// The source has nothing for it yet.
    case needsBytes
    case end
    case failed(PlaybackFailure)
}

/// Turns the bytes of one track into interleaved floats.
protocol Decoder: AnyObject {
    var format: AudioFormat { get }
    /// Frames from the first sample to the last; nil until it is known exactly.
    var length: Int64? { get }
    /// In kbit/s, the average if it is known.
    var bitrate: Int? { get }

    /// Decodes on, until the buffer is full at most; it holds whole frames.
    func decode(into buffer: UnsafeMutableBufferPointer<Float>) -> Decoding

    /// Goes to a frame, so that the next one decoded is this very one; behind the end there is nothing to decode.
    func seek(to frame: Int64) throws(PlaybackFailure)

    /// Work that would find what the header leaves open, for a worker thread; nil if there is nothing to find.
    func survey() -> Survey?

    /// Takes over what a survey of this track found.
    func adopt(_ result: Survey.Result)
}
