import Playback

/// From the stream to the ear: what has been heard, and what that means.
extension EngineLoop {
    /// What plays and where, whether it is heard or held; the cue's start is the place.
    var place: (cue: Cue, track: OpenTrack)? {
        guard let voice, let segment = voice.segments.first else { return held }
        var cue = segment.cue
        if let heard = voice.stream.heard, heard >= segment.first { cue.start = segment.position(at: heard) }
        return (cue, segment.track)
    }

    /// Passes every boundary that was heard since, and publishes the place.
    func hear() {
        guard transport == .playing, let voice, let heard = voice.stream.heard else { return }
        while let segment = voice.segments.first, heard >= segment.first {
            if !segment.isStarted, voice.stream.isRunning || heard > segment.first {
                voice.segments[0].isStarted = true
                failures = 0
                report(.started(segment.cue.ticket))
            }
            guard let end = segment.end, heard >= end else { break }
            if voice.segments.count > 1 {
                voice.segments.removeFirst()
                if let next = voice.segments.first { voice.stream.rename(next.name) }
            } else if upcoming != nil {
                finish()
                return
            } else {
                break
            }
        }
        tellTitle(heard)
        noticeStall(heard)
        publishPlace()
        scheduleBoundary()
    }

    /// Tells what a station says it plays when the sound that it goes with is heard.
    private func tellTitle(_ heard: Int64) {
        guard let voice, let segment = voice.segments.first else { return }
        let count = segment.titles.prefix { $0.frame <= heard }.count
        guard count > 0 else { return }
        let title = segment.titles[count - 1].text
        report(.title(segment.cue.ticket, title))
        voice.stream.rename(title.isEmpty ? segment.name : title)
        voice.segments[0].titles.removeFirst(count)
    }

    /// Sets the clock to the next frame that begins or ends a track.
    func scheduleBoundary() {
        deadlines.boundary = nil
        guard transport == .playing, let voice, let segment = voice.segments.first else { return }
        guard let heard = voice.stream.heard, voice.stream.isRunning else { return }
        let frame = segment.isStarted ? segment.end : segment.first
        // The very end is told by the stream itself, unless another one waits for it.
        guard let frame, frame > heard || !segment.isStarted,
            voice.segments.count > 1 || upcoming != nil || !segment.isStarted
        else { return }
        let seconds = voice.stream.format.seconds(of: max(0, frame - heard))
        deadlines.boundary = monotonicTime() + Int64(seconds * 1e9) + 1_000_000
    }

    /// The last sample of the stream was heard: the one that waits begins, or there is silence.
    func finish() {
        deadlines.drain = nil
        guard transport == .playing, let voice, let segment = voice.segments.last, segment.end != nil else { return }
        for segment in voice.segments where !segment.isStarted { report(.started(segment.cue.ticket)) }
        if let next = upcoming {
            voice.stream.close(drained: true)
            self.voice = next
            upcoming = nil
            deadlines.boundary = nil
            if let segment = next.segments.first, segment.isWritten { report(.written(segment.cue.ticket)) }
            next.stream.cork(false)
            if !next.isDecoding { continueBehind(next) }
            return publishPlace()
        }
        publish(timeline(segment, position: segment.position(at: segment.end ?? 0), isRunning: false))
        voice.clear()
        become(.stopped)
        report(segment.failure.map { .failed(segment.cue.ticket, $0) } ?? .ended(segment.cue.ticket))
    }

    func publishPlace() {
        guard let place else { return publish(arriving.map(timeline)) }
        let isRunning =
            transport == .playing && voice?.segments.isEmpty == false && voice?.stream.isRunning == true
            && voice?.isStalled == false
        publish(timeline(place.cue, place.track, position: place.cue.start, isRunning: isRunning))
    }

    private func timeline(_ segment: Segment, position: Double, isRunning: Bool) -> Timeline {
        timeline(segment.cue, segment.track, position: position, isRunning: isRunning)
    }

    private func timeline(_ cue: Cue, _ track: OpenTrack, position: Double, isRunning: Bool) -> Timeline {
        Timeline(
            ticket: cue.ticket, entry: cue.entry, position: position, time: monotonicTime(), isRunning: isRunning,
            duration: track.duration, bitrate: track.decoder.bitrate, format: track.format, buffered: track.arrived)
    }

    private func timeline(_ arrival: Arrival) -> Timeline {
        Timeline(
            ticket: arrival.cue.ticket, entry: arrival.cue.entry, position: arrival.cue.start, time: monotonicTime(),
            isRunning: false, buffered: arrival.opening.arrived)
    }

    func recordPlace() {
        guard let cue = place?.cue ?? arriving?.cue else { return }
        recorder(cue.entry, cue.start, transport == .playing)
    }

    /// The stream is gone: the place is kept, and while it plays a new one is sought.
    func lose(_ reason: String) {
        failures += 1
        if let voice {
            hear()
            let place = place
            takeBackFollower()
            voice.stream.close(drained: false)
            self.voice = nil
            if let place { putAside(place.cue, place.track) }
        }
        deadlines.boundary = nil
        deadlines.drain = nil
        deadlines.release = nil
        publishPlace()
        guard transport == .playing, let cue = held?.cue ?? arriving?.cue else { return }
        report(.stalled(cue.ticket, .output(reason)))
        scheduleRetry()
        advanceArrival()
    }

    /// Tries again, ever later, at most every five seconds.
    func scheduleRetry() {
        let delay = min(5_000_000_000, Int64(100_000_000) << Int64(min(failures, 6)))
        deadlines.retry = monotonicTime() + delay
    }

    func retry() {
        deadlines.retry = nil
        guard transport == .playing, held != nil || arriving != nil else { return }
        if output.isAvailable { raise() } else { output.connect() }
    }

    func suspend(_ isSuspended: Bool) {
        guard transport == .playing, let voice, let segment = voice.segments.first else { return }
        if isSuspended {
            deadlines.drain = nil
            report(.stalled(segment.cue.ticket, .output("the sound device is suspended")))
        } else {
            report(.written(segment.cue.ticket))
            if voice.isDraining { limitDrain() }
        }
        voice.stream.askPosition()
    }
}
