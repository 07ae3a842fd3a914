import Playback

/// From the decoder into the stream.
extension EngineLoop {
    /// Begins to write what is held, on the stream at hand if it has the format.
    func raise() {
        guard let held else { return }
        let name = held.cue.caption ?? held.track.name
        if let voice, voice.stream.format != held.track.format {
            voice.stream.close(drained: false)
            self.voice = nil
        }
        if voice == nil {
            guard output.isAvailable else {
                report(.stalled(held.cue.ticket, .waiting))
                return output.connect()
            }
            guard let stream = output.open(held.track.format, name: name, corked: false) else {
                report(.stalled(held.cue.ticket, .output("the sound server takes no stream")))
                return scheduleRetry()
            }
            voice = Voice(stream)
        } else {
            voice?.stream.rename(name)
        }
        guard let voice else { return }
        voice.append(held.cue, held.track)
        self.held = nil
        // After a flush the server has yet to ask: the first block goes at once.
        fill(voice, atLeast: held.track.format.frames(in: 1.25).asInt)
        if voice.stream.isCorked { voice.stream.cork(false) }
    }

    /// Writes what the stream wants, in portions, so that the first of it is on its way before the rest is decoded.
    func fill(_ voice: Voice, atLeast minimum: Int = 0) {
        let stream = voice.stream
        guard stream.isReady else { return }
        let portion = stream.format.rate * 5 / 4
        let wanted = max(stream.wanted, minimum)
        var room = max(minimum, min(wanted, portion))
        var hasWritten = false
        while room > 0, voice.isDecoding, let segment = voice.segments.last {
            var result = Decoding.end
            let distance = distanceToCrossfade(voice)
            if distance == 0, beginCrossfade(voice) { continue }
            let count = stream.write(min(room, distance ?? room)) { memory in
                let count: Int
                (count, result) = segment.track.fill(memory)
                voice.tail?.mix(into: memory, frames: count, at: stream.written)
                if let fade, let voice = self.voice, voice.stream === stream {
                    fade.apply(to: memory, channels: stream.format.channels, at: stream.written)
                }
                return count
            }
            room -= count
            if let tail = voice.tail, stream.written >= tail.end { voice.tail = nil }
            if let title = segment.track.remote?.takeTitle() { voice.note(title) }
            voice.isStarved = result == .needsBytes
            if count > 0 {
                hasWritten = true
                noteWritten(voice)
            }
            switch result {
            case .frames: if count == 0 { room = 0 }
            case .needsBytes: room = 0
            case .end: endTrack(voice, nil)
            case .failed(let failure): endTrack(voice, failure)
            }
        }
        voice.isHungry = voice.isDecoding && hasWritten && stream.wanted > 0 && wanted > portion
        guard hasWritten else { return }
        stream.settle()
        if let work = voice.segments.last?.track.fetchAhead() { worker(work) }
        guard voice === self.voice else { return }
        recordPlace()
        watchArrival()
        prefetch()
    }

    private func noteWritten(_ voice: Voice) {
        let last = voice.segments.count - 1
        guard !voice.segments[last].isWritten else { return }
        voice.segments[last].isWritten = true
        guard voice === self.voice, last == 0 else { return }
        if voice.stream.isSuspended { suspend(true) } else { report(.written(voice.segments[last].cue.ticket)) }
    }

    private func endTrack(_ voice: Voice, _ failure: PlaybackFailure?) {
        let known = voice.segments.last?.track.decoder.length
        voice.endSegment(failure)
        if let segment = voice.segments.last, let duration = segment.track.duration, segment.track.length != known {
            report(.duration(segment.cue.ticket, seconds: duration))
        }
        continueBehind(voice)
    }

    /// Lets the follower begin where the last track ended; without one the end is waited for.
    func continueBehind(_ voice: Voice) {
        guard voice === self.voice, upcoming == nil else { return }
        if let cue = follower, voice.segments.last?.failure == nil {
            do throws(PlaybackFailure) {
                if let track = try followingTrack(cue) {
                    follower = nil
                    if !track.isLive { try track.seek(to: cue.start) }
                    introduce(cue, track)
                    if track.format == voice.stream.format { return voice.append(cue, track) }
                    prepare(cue, track)
                }
            } catch {
                follower = nil
                report(.failed(cue.ticket, error))
            }
        }
        guard !voice.isDraining else { return }
        voice.isDraining = true
        voice.stream.drain()
        limitDrain()
    }

    private func prepare(_ cue: Cue, _ track: OpenTrack) {
        guard let stream = output.open(track.format, name: cue.caption ?? track.name, corked: true) else {
            follower = cue
            return
        }
        let voice = Voice(stream)
        voice.append(cue, track)
        upcoming = voice
    }

    /// A stream that never tells of its end is not waited for without limit.
    func limitDrain() {
        guard transport == .playing, let voice, !voice.stream.isSuspended else { return }
        let rest = voice.stream.written - (voice.stream.heard ?? 0)
        deadlines.drain = monotonicTime() + Int64(voice.stream.format.seconds(of: rest) * 1e9) + 2_000_000_000
    }
}

extension Int64 {
    fileprivate var asInt: Int { Int(clamping: self) }
}
