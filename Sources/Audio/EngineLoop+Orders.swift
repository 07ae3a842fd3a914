import Media
import Playback

/// The player's orders.
extension EngineLoop {
    func perform(_ command: EngineCommand) {
        switch command {
        case .play(let cue, let paused): play(cue, paused: paused)
        case .follow(let cue): follow(cue)
        case .pause: pause()
        case .resume: resume()
        case .stop: stop()
        case .volume(let level, let muted): setVolume(level: level, muted: muted)
        case .fadeOut(let seconds): fadeOut(over: seconds)
        }
    }

    private func play(_ cue: Cue, paused: Bool) {
        let track = trackAtHand(cue.uri)
        let opening = openingAtHand(cue.uri)
        silence()
        follower = nil
        fade = nil
        if track == nil, Location.isRemote(cue.uri) {
            arriving = Arrival(cue: cue, opening: opening ?? self.opening(cue))
        } else {
            do throws(PlaybackFailure) {
                let track = if let track { track } else { try open(cue) }
                try hold(cue, track)
            } catch {
                become(.stopped)
                publishPlace()
                return report(.failed(cue.ticket, error))
            }
        }
        become(paused ? .paused : .playing)
        if paused { report(.written(cue.ticket)) } else { begin() }
        publishPlace()
    }

    /// Lets sound what is held, or waits for what is to arrive.
    private func begin() {
        guard arriving != nil else { return raise() }
        // A stream without samples would call for them all the time.
        if let voice, !voice.stream.isCorked { voice.stream.cork(true) }
        advanceArrival()
    }

    /// A decoder for this address that is open already.
    private func trackAtHand(_ uri: String) -> OpenTrack? {
        let tracks = [held?.track, prefetched?.track] + (voice?.segments.map(\.track) ?? [])
        return tracks.compactMap(\.self).first { $0.uri == uri && !$0.isLive }
    }

    /// A track of this address that is about to be open.
    private func openingAtHand(_ uri: String) -> RemoteOpening? {
        [arriving, prefetched].compactMap { $0?.opening }.first { $0.uri == uri && $0.isUnderWay }
    }

    /// Drops what was written and not heard; what would have followed is to follow again.
    private func silence() {
        takeBackFollower()
        voice?.clear()
        held = nil
        arriving = nil
        prefetched = nil
        deadlines.boundary = nil
        deadlines.drain = nil
        deadlines.dry = nil
    }

    private func pause() {
        guard transport == .playing else { return }
        become(.paused)
        recordPlace()
        // A station is joined anew: what was said meanwhile is nobody's concern.
        if let place, place.track.isLive {
            silence()
            putAside(place.cue, place.track)
        } else if let arriving, arriving.cue.isLive {
            self.arriving?.opening = opening(arriving.cue)
        }
        publishPlace()
    }

    private func resume() {
        guard transport == .paused else { return }
        // What lies in the buffer has faded away: it is written anew.
        if fade != nil, let place {
            silence()
            fade = nil
            putAside(place.cue, place.track)
        }
        become(.playing)
        if let arriving {
            lastStall = nil
            report(.stalled(arriving.cue.ticket, .waiting))
        }
        if held != nil || arriving != nil { begin() }
        if let voice, voice.stream.isSuspended { suspend(true) }
        publishPlace()
    }

    private func stop() {
        silence()
        follower = nil
        fade = nil
        become(.stopped)
        publishPlace()
    }

    /// Changes between sound and silence; the stream of a silent engine is let go after a while.
    func become(_ transport: Transport) {
        let wasPlaying = self.transport == .playing
        self.transport = transport
        let isPlaying = transport == .playing
        output.watchMixer(isPlaying)
        if isPlaying {
            deadlines.release = nil
            isHushed = false
            if let voice, !voice.segments.isEmpty, voice.stream.isCorked { voice.stream.cork(false) }
            if voice?.isDraining == true { limitDrain() }
        } else {
            deadlines.boundary = nil
            deadlines.drain = nil
            deadlines.retry = nil
            if let voice, !voice.stream.isCorked { voice.stream.cork(true) }
            if wasPlaying || deadlines.release == nil { scheduleRelease() }
        }
    }

    /// A stream that the server will tell when it may sound again is kept until then.
    private func scheduleRelease() {
        deadlines.release = voice == nil || isHushed ? nil : monotonicTime() + releaseDelay
    }

    /// The sound server asks for silence, or takes that back; the player decides.
    func hush(_ isHushed: Bool) {
        self.isHushed = isHushed
        if transport != .playing { scheduleRelease() }
        report(.corked(isHushed))
    }

    /// What was heard through headphones isn't for everybody in the room: the sound pauses before the player knows.
    func unplug() {
        guard settings.pausesOnUnplug, transport != .stopped else { return }
        pause()
        report(.unplugged)
    }

    func releaseStream() {
        deadlines.release = nil
        guard transport != .playing, let voice else { return }
        let place = place
        silence()
        voice.stream.close(drained: false)
        self.voice = nil
        if let place { putAside(place.cue, place.track) }
        publishPlace()
    }

    private func follow(_ cue: Cue?) {
        if let cue, relabel(with: cue) { return }
        if let cue, !Location.isRemote(cue.uri) { worker(OpenTrack.fetchBeginning(of: cue.uri)) }
        let boundary = voice?.segments.dropFirst().first?.first
        takeBackFollower()
        follower = cue
        if prefetched?.cue.uri != cue?.uri { prefetched = nil }
        prefetch()
        guard let voice, let first = voice.segments.first else { return }
        var gap = 0
        if let boundary {
            gap = Int(voice.stream.written - boundary)
            voice.isDecoding = false
            voice.isDraining = false
            voice.retract(to: boundary)
            voice.restoreEnd()
        }
        voice.segments[0].isFadingRefused = false
        if !voice.isDecoding, first.end != nil { continueBehind(voice) }
        fill(voice, atLeast: gap)
        scheduleBoundary()
    }

    /// Keeps what was written of the follower, if the new order means the same sound.
    private func relabel(with cue: Cue) -> Bool {
        if let upcoming, let next = upcoming.segments.first, next.cue.isSameSound(as: cue) {
            upcoming.segments[0].cue = cue
            return true
        }
        guard let voice, voice.segments.count > 1, voice.segments[1].cue.isSameSound(as: cue) else { return false }
        voice.segments[1].cue = cue
        return true
    }

    /// Makes the follower that was written, or waits in a stream of its own, one that is yet to be opened.
    func takeBackFollower() {
        if let next = upcoming?.segments.first ?? voice?.segments.dropFirst().first { follower = next.cue }
        upcoming?.stream.close(drained: false)
        upcoming = nil
        if let voice, voice.segments.count > 1 { voice.segments.removeSubrange(1...) }
    }

    /// Writes what is not heard yet again, ever softer.
    private func fadeOut(over seconds: Double) {
        guard transport == .playing, let voice, let segment = voice.segments.first, let heard = voice.stream.heard
        else {
            return
        }
        let format = voice.stream.format
        let start = max(segment.first, heard) + format.frames(in: 0.05)
        fade = Fade(start: start, length: format.frames(in: seconds))
        guard start < segment.end ?? voice.stream.written,
            (try? segment.track.seek(toFrame: segment.origin + start - segment.first)) != nil
        else { return }
        takeBackFollower()
        voice.segments[0].end = nil
        voice.tail = nil
        voice.isDecoding = true
        voice.isDraining = false
        let former = voice.stream.written
        voice.stream.rewind(to: start)
        fill(voice, atLeast: Int(former - start))
    }
}

extension Cue {
    fileprivate func isSameSound(as other: Cue) -> Bool {
        entry == other.entry && uri == other.uri && start == other.start
    }
}
