import Glibc
import Playback

/// The end of a track while it fades into the next.
struct Tail {
    let track: OpenTrack
    /// The stream's frame at which the fading begins.
    let start: Int64
    /// How many frames it lasts.
    let length: Int64

    var end: Int64 { start + length }

    /// Mixes it into the next track's samples, which begin at a frame of the stream.
    ///
    /// Both parts' gains make one at every moment, so that nothing is louder than the louder of both.
    func mix(into samples: UnsafeMutableBufferPointer<Float>, frames: Int, at frame: Int64) {
        let rest = Int(clamping: min(Int64(frames), end - frame))
        let channels = track.format.channels
        guard rest > 0 else { return }
        withUnsafeTemporaryAllocation(of: Float.self, capacity: rest * channels) { own in
            let count = track.fill(own).count
            for index in 0..<rest {
                let place = Double(frame + Int64(index) - start) / Double(length)
                let gain = Float(pow(sin(place * .pi / 2), 2))
                for sample in index * channels..<(index + 1) * channels {
                    samples[sample] *= gain
                    if index < count { samples[sample] += own[sample] * (1 - gain) }
                }
            }
        }
    }
}

/// Tracks that fade into each other, where that is wished for.
extension EngineLoop {
    /// The frames that the last track has until the next one fades in; nil if none will.
    func distanceToCrossfade(_ voice: Voice) -> Int? {
        guard settings.crossfade > 0, voice === self.voice, upcoming == nil, let segment = voice.segments.last,
            !segment.isFadingRefused, let follower, !follower.isSequel, let length = segment.track.length
        else { return nil }
        let distance = length - crossfade(segment.track) - segment.track.position
        return distance < 0 ? nil : Int(clamping: distance)
    }

    /// The frames of a crossfade; a short track gives half of itself at most.
    private func crossfade(_ track: OpenTrack) -> Int64 {
        min(track.format.frames(in: settings.crossfade), (track.length ?? .max) / 2)
    }

    /// Lets the follower fade in; false if it can't: it hasn't arrived, or has another format.
    func beginCrossfade(_ voice: Voice) -> Bool {
        guard let cue = follower, let segment = voice.segments.last else { return false }
        let last = voice.segments.count - 1
        let prefetched = prefetched
        do throws(PlaybackFailure) {
            guard let track = try followingTrack(cue) else { return refuse() }
            if track.format != segment.track.format || track.isLive {
                if var prefetched {
                    prefetched.track = track
                    self.prefetched = prefetched
                }
                return refuse()
            }
            follower = nil
            try track.seek(to: cue.start)
            introduce(cue, track)
            voice.endSegment()
            voice.tail = Tail(
                track: segment.track, start: voice.stream.written,
                length: min(crossfade(segment.track), crossfade(track)))
            voice.append(cue, track)
            return true
        } catch {
            follower = nil
            report(.failed(cue.ticket, error))
            return refuse()
        }

        func refuse() -> Bool {
            voice.segments[last].isFadingRefused = true
            return false
        }
    }
}
