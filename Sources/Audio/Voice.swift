import Playback

/// One entry's part of a stream.
struct Segment {
    var cue: Cue
    let track: OpenTrack
    /// The stream's frame that is its first.
    let first: Int64
    /// The track's frame that is heard there.
    let origin: Int64
    /// The stream's frame behind its last; nil while it is being decoded.
    var end: Int64?
    /// Why it ended before its time.
    var failure: PlaybackFailure?
    /// It can't fade into what follows.
    var isFadingRefused = false
    var isWritten = false
    var isStarted = false
    /// What a station said it plays, and the stream's frame at which it said so; those that weren't heard yet.
    var titles: [(frame: Int64, text: String)] = []

    /// What mixers and bars show.
    var name: String { cue.caption ?? track.name }

    /// Whether the next track fades into it before its own end.
    var isCutShort: Bool {
        guard let end, let length = track.length, failure == nil else { return false }
        return origin + end - first < length
    }

    /// The seconds of the track at a frame of the stream.
    func position(at frame: Int64) -> Double {
        track.format.seconds(of: max(0, origin + min(frame, end ?? frame) - first))
    }
}

/// A stream and the entries whose samples it holds, in turn: the first is the one that is heard.
final class Voice {
    let stream: any OutputStream
    var segments: [Segment] = []
    /// Whether the last segment's decoder has more.
    var isDecoding = false
    var isDraining = false
    /// The whole of what it would take was not written yet.
    var isHungry = false
    /// The decoder waits for bytes.
    var isStarved = false
    /// There is silence, because the decoder waits.
    var isStalled = false
    /// The end of the track before, as long as it fades into the last segment.
    var tail: Tail?

    init(_ stream: any OutputStream) {
        self.stream = stream
    }

    /// Lets a track follow at the stream's end.
    func append(_ cue: Cue, _ track: OpenTrack) {
        isStarved = false
        segments.append(Segment(cue: cue, track: track, first: stream.written, origin: track.position))
        isDecoding = true
        isDraining = false
    }

    /// Takes down a title that goes with what is written next.
    func note(_ title: String) {
        guard let last = segments.indices.last else { return }
        segments[last].titles.append((stream.written, title))
    }

    /// Ends the last segment where the stream is now.
    func endSegment(_ failure: PlaybackFailure? = nil) {
        isDecoding = false
        guard let last = segments.indices.last else { return }
        segments[last].end = stream.written
        segments[last].failure = failure
    }

    /// Makes the only segment go on as if nothing had faded into it.
    func restoreEnd() {
        tail = nil
        guard let segment = segments.first, let end = segment.end, segment.isCutShort else { return }
        guard (try? segment.track.seek(toFrame: segment.origin + end - segment.first)) != nil else { return }
        segments[0].end = nil
        segments[0].isFadingRefused = false
        isDecoding = true
    }

    /// Takes back what was written from a frame on; silence is there until something else is written.
    func retract(to frame: Int64) {
        let gap = Int(stream.written - frame)
        guard gap > 0 else { return }
        stream.rewind(to: frame)
        _ = stream.write(gap) { memory in
            memory.update(repeating: 0)
            return memory.count / stream.format.channels
        }
        stream.rewind(to: frame)
        stream.settle()
    }

    /// Forgets everything written.
    func clear() {
        if !segments.isEmpty { stream.flush() }
        segments.removeAll()
        isDecoding = false
        isDraining = false
        isHungry = false
        isStarved = false
        isStalled = false
        tail = nil
    }
}

/// A gain that falls evenly to nothing.
struct Fade {
    /// The stream's frame at which it begins.
    var start: Int64
    var length: Int64

    func apply(to samples: UnsafeMutableBufferPointer<Float>, channels: Int, at frame: Int64) {
        for index in samples.indices {
            let done = Float(frame + Int64(index / channels) - start) / Float(max(1, length))
            samples[index] *= min(1, max(0, 1 - done))
        }
    }
}
