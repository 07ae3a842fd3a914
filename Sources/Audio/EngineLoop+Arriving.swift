import Media
import Playback

/// Tracks behind addresses: they open as their bytes arrive, and may have to be waited for.
extension EngineLoop {
    /// A track that is to play once enough of it has arrived.
    struct Arrival {
        var cue: Cue
        var opening: RemoteOpening
        /// Its decoder, once that is open.
        var track: OpenTrack?
    }

    /// So many seconds before the end of a track, what follows is asked for.
    private static let prefetchTime = 60.0

    func opening(_ cue: Cue) -> RemoteOpening {
        RemoteOpening(cue, number: nextNumber(), access: access, decoder: settings.decoder) { [mailbox] in
            mailbox.post(.arrived)
        }
    }

    /// Bytes have arrived, or nothing more will: whatever waited for them goes on.
    func goOn() {
        advanceArrival()
        advancePrefetch()
        for voice in [voice, upcoming] {
            if let voice, voice.isStarved { fill(voice) }
        }
        if let voice, voice.isStarved, voice.isStalled { tellFault(of: voice) }
    }

    /// Plays what is held back until it is open.
    func advanceArrival() {
        guard let arriving, transport == .playing || arriving.opening.isUnderWay else { return }
        do throws(PlaybackFailure) {
            guard let track = try arriving.opening.advance() else {
                if transport == .playing, let fault = arriving.opening.fault {
                    tellStall(arriving.cue.ticket, .source(fault))
                }
                return watchArrival()
            }
            deadlines.arrival = nil
            self.arriving = nil
            try hold(arriving.cue, track)
            if transport == .playing { raise() }
            publishPlace()
        } catch {
            self.arriving = nil
            become(.stopped)
            publishPlace()
            report(.failed(arriving.cue.ticket, error))
        }
    }

    /// Makes an open track the one that plays from its cue's start as soon as a stream is at hand.
    func hold(_ cue: Cue, _ track: OpenTrack) throws(PlaybackFailure) {
        if !track.isLive { try track.seek(to: cue.start) }
        held = (cue, track)
        introduce(cue, track)
    }

    /// Tells what an open track is, and brings it to its loudness.
    func introduce(_ cue: Cue, _ track: OpenTrack) {
        track.level(settings)
        if let duration = track.duration { report(.duration(cue.ticket, seconds: duration)) }
        if track.isLive { report(.station(cue.ticket, name: track.remote?.stationName)) }
        if let tags = track.tags {
            // Whose tags they are, the ticket says; an address may hold a key, which is told to nobody.
            let untagged = Track(uri: "")
            var tagged = untagged
            tagged.adopt(tags)
            if tagged != untagged { report(.tags(cue.ticket, tagged)) }
        }
    }

    /// Takes a track out of its stream; a station's is given up, to be joined anew.
    func putAside(_ cue: Cue, _ track: OpenTrack) {
        if track.isLive {
            held = nil
            arriving = Arrival(cue: cue.atLiveEdge, opening: opening(cue))
        } else {
            held = (cue, track)
            try? track.seek(to: cue.start)
        }
    }

    // MARK: What follows

    /// Asks for what follows, if that lies behind an address and its turn comes soon.
    func prefetch() {
        guard transport == .playing, let cue = follower, Location.isRemote(cue.uri) else { return }
        if let prefetched, prefetched.cue.uri == cue.uri {
            self.prefetched?.cue = cue
            return
        }
        if let place, let duration = place.track.duration, duration - place.cue.start > Self.prefetchTime { return }
        prefetched = Arrival(cue: cue, opening: opening(cue))
        advancePrefetch()
    }

    private func advancePrefetch() {
        guard let arrival = prefetched, arrival.track == nil else { return }
        do throws(PlaybackFailure) {
            guard let track = try arrival.opening.advance() else { return }
            prefetched?.track = track
            // The track before it has been decoded to its end already.
            if let voice, voice.isDraining { continueBehind(voice) }
        } catch {
            prefetched = nil
            follower = nil
            report(.failed(arrival.cue.ticket, error))
        }
    }

    /// The follower's track, if it is open; nil if it has yet to arrive.
    func followingTrack(_ cue: Cue) throws(PlaybackFailure) -> OpenTrack? {
        guard Location.isRemote(cue.uri) else { return try open(cue) }
        var arrival = prefetched ?? Arrival(cue: cue, opening: opening(cue))
        if arrival.cue.uri != cue.uri { arrival = Arrival(cue: cue, opening: opening(cue)) }
        if arrival.track == nil { arrival.track = try arrival.opening.advance() }
        prefetched = arrival.track == nil ? arrival : nil
        return arrival.track
    }

    // MARK: Waiting

    /// Says so when there is silence because bytes are missing, and when it is over.
    func noticeStall(_ heard: Int64) {
        deadlines.dry = nil
        guard let voice, let segment = voice.segments.last, segment.isWritten else { return }
        let stream = voice.stream
        let isSilent = heard >= stream.written || !stream.isRunning
        if voice.isStalled, !voice.isStarved || !isSilent {
            voice.isStalled = false
            lastStall = nil
            report(.written(segment.cue.ticket))
        } else if !voice.isStalled, voice.isStarved, isSilent {
            voice.isStalled = true
            publishPlace()
            tellStall(segment.cue.ticket, .waiting)
            tellFault(of: voice)
        }
        guard voice.isStarved, !isSilent else { return }
        let rest = stream.format.seconds(of: stream.written - heard)
        deadlines.dry = monotonicTime() + Int64(rest * 1e9) + 1_000_000
    }

    /// Tells why the bytes that a silent voice waits for don't come, if anything is wrong.
    private func tellFault(of voice: Voice) {
        guard let segment = voice.segments.last, let fault = segment.track.remote?.fault else { return }
        tellStall(segment.cue.ticket, .source(fault))
    }

    /// Tells why there is silence, as often as that changes.
    func tellStall(_ ticket: Ticket, _ cause: StallCause) {
        let stall = EngineReport.stalled(ticket, cause)
        guard stall != lastStall else { return }
        lastStall = stall
        report(stall)
    }

    /// How much of what plays has arrived: told when that has changed, at most once a second.
    func watchArrival() {
        let now = monotonicTime()
        if let due = deadlines.arrival, due > now { return }
        let cue = place?.cue ?? arriving?.cue
        let part = place.map { $0.track.arrived } ?? arriving?.opening.arrived
        if let cue, let part, part != lastArrived {
            lastArrived = part
            publishPlace()
            report(.buffered(cue.ticket))
        }
        let goesOn = place.map { $0.track.remote?.isArriving ?? false } ?? arriving?.opening.isUnderWay ?? false
        deadlines.arrival = goesOn && transport != .stopped ? now + 1_000_000_000 : nil
    }
}

extension Cue {
    /// The same where the stream is now.
    var atLiveEdge: Cue {
        var cue = self
        cue.start = 0
        return cue
    }
}
