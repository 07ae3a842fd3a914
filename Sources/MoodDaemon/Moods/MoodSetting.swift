import Control
import EventLoop
import MoodProtocol
import Moods
import Playback

/// Setting moods, and keeping the music of the one that is set from running dry.
///
/// Music is looked for while the old one plays; when it is there, the queue changes in one step. A newer wish makes an
/// older one void.
@ControlActor
final class MoodSetting {
    /// Seconds after which a channel has not answered.
    private static let patience = 10.0

    /// Called when a newer wish makes void what was asked for before.
    var wasSuperseded: () -> Void = {}

    private let control: PlayerControl
    private let channels: Channels
    private var pending: Pending?
    private var timer: TimerSource?
    private var refiller: Refiller?
    private var formerMood: String?
    private var wasPlaying = false
    /// Whether nothing follows what plays, though nobody wants it to stop there.
    private var isAtEnd = false
    /// Whether the music ended because nothing came in time.
    private var hasRunDry = false
    /// The entry whose beginning the channel was told of.
    private var begun: EntryID?
    private var faults: [String: String] = [:]

    private final class Pending {
        let mood: Mood
        let answer: (RPCError?) -> Void
        var task: Task<Void, any Error>?

        init(_ mood: Mood, _ answer: @escaping (RPCError?) -> Void) {
            self.mood = mood
            self.answer = answer
        }
    }

    init(_ control: PlayerControl, _ channels: Channels, on loop: EventLoop) throws(SystemError) {
        self.control = control
        self.channels = channels
        timer = try loop.timer { [unowned self] in giveUp() }
        refiller = try Refiller(
            Refiller.Player(
                channel: { [unowned control] in control.player.mood.flatMap { channels.channel(of: $0.name) } },
                upcoming: { [unowned self] in hasRunDry ? 0 : control.player.upcomingCount },
                append: { [unowned self] tracks in append(tracks) },
                tell: { [unowned self] message in tell(message) }), on: loop)
        formerMood = control.player.mood?.name
        control.wantsMore = { [unowned self] in wantMore() }
        control.isReplaced = { [unowned self] in supersede() }
        control.wasLeft = { [unowned self] track, how in
            hasRunDry = isAtEnd && how != .stop && control.player.state == .stopped
            // What was stopped or failed says nothing about anybody's taste.
            if how == .end || how == .next { note(how == .end ? .ended : .skipped, of: track) }
        }
        control.observe { [unowned self] _ in follow() }
    }

    /// The faults of the channels, by their moods.
    func fault(of mood: String) -> String? {
        faults[mood] ?? (mood == control.player.mood?.name ? refiller?.fault : nil)
    }

    /// What went wrong with a mood before may be right by now.
    func forgetFault(of mood: String) { faults[mood] = nil }

    /// Plays on with what the mood sends next, where nothing that it sent is left.
    func goOn() {
        hasRunDry = true
        refiller?.want()
    }

    /// Sets a mood, and answers when its music plays or can't be had.
    func set(_ mood: Mood, _ answer: @escaping (RPCError?) -> Void) {
        supersede()
        guard let channel = channels.channel(of: mood.name) else {
            return answer(RPCError(.notFound, "no mood \"\(mood.name)\""))
        }
        let pending = Pending(mood, answer)
        self.pending = pending
        timer?.arm(after: Self.patience)
        pending.task = ControlActor.start { [self] in
            do throws(ChannelFault) {
                let tracks = try await channel.batch(BatchRequest(occasion: .set))
                finish(pending, .success(tracks))
            } catch {
                finish(pending, .failure(error), kept: channel.kept(BatchRequest().count))
            }
        }
    }

    /// Leaves the mood; the queue stays.
    func leave() throws(RPCError) {
        supersede()
        try control.perform(.edit(.leaveMood, heard: control.position))
    }

    /// Tells the channel that sent a track what became of it.
    func note(_ outcome: TrackOutcome, of track: Track) {
        guard let mood = track.mood else { return }
        channels.channel(of: mood)?.note(outcome, of: track)
    }

    // MARK: Setting

    /// - Parameter kept: what the source had sent before; music that is there outweighs a source that isn't.
    private func finish(_ pending: Pending, _ result: Result<[Track], ChannelFault>, kept: [Track] = []) {
        guard self.pending === pending else { return }
        clear()
        do throws(ChannelFault) {
            let tracks: [Track]
            do throws(ChannelFault) {
                tracks = try result.get()
                faults[pending.mood.name] = nil
            } catch {
                guard error.kind == .unavailable, !kept.isEmpty else { throw error }
                tracks = kept
                faults[pending.mood.name] = error.description
                tell(error.description)
            }
            refiller?.leave()
            do throws(RPCError) {
                try control.perform(.edit(.setMood(pending.mood, tracks), heard: control.position))
                pending.answer(nil)
            } catch {
                pending.answer(error)
            }
        } catch {
            faults[pending.mood.name] = error.description
            pending.answer(RPCError(error))
        }
    }

    private func giveUp() {
        guard let pending else { return }
        clear()
        pending.task?.cancel()
        let source = channels.channel(of: pending.mood.name)?.summary ?? ""
        let message = "no music for \(pending.mood.name): \(source) didn't answer within \(Int(Self.patience)) s"
        faults[pending.mood.name] = message
        pending.answer(RPCError(.sourceUnavailable, message))
    }

    /// What was asked for before is of no use any more.
    private func supersede() {
        wasSuperseded()
        guard let pending else { return }
        clear()
        pending.task?.cancel()
        pending.answer(
            RPCError(.sourceUnavailable, "mood \(pending.mood.name) was given up: something else was asked for"))
    }

    private func clear() {
        pending = nil
        timer?.disarm()
    }

    // MARK: Refilling

    private func follow() {
        let player = control.player
        if player.mood?.name != formerMood {
            formerMood = player.mood?.name
            refiller?.leave()
        }
        let isPlaying = player.state == .playing
        if isPlaying, !wasPlaying, player.mood != nil, player.upcomingCount <= 1 { refiller?.want() }
        wasPlaying = isPlaying
        if isPlaying { hasRunDry = false }
        isAtEnd = isPlaying && player.upcomingCount == 0 && !player.modes.stopAfterCurrent && !player.sleepsAtEnd
        guard isPlaying, !player.isStalled, let current = player.current, current != begun else { return }
        begun = current
        if let track = player.queue.entry(current)?.track { note(.started, of: track) }
    }

    private func append(_ tracks: [Track]) {
        let wasDry = hasRunDry
        let added = (try? control.perform(.refill(tracks)))?.added
        if wasDry, control.player.state == .stopped, let added { _ = try? control.perform(.play(added.first)) }
    }

    /// Nothing is fetched for music that nobody hears.
    private func wantMore() {
        guard control.player.state == .playing else { return }
        refiller?.want()
    }

    private func tell(_ message: String) {
        control.tell(Fault(reason: .sourceUnavailable, message: message))
    }
}

extension RPCError {
    /// A channel's fault as clients see it.
    init(_ fault: ChannelFault) {
        switch fault.kind {
        case .noMusic: self.init(.noMusic, fault.description)
        case .unavailable, .cancelled: self.init(.sourceUnavailable, fault.description)
        case .unknownMood: self.init(.notFound, fault.description)
        }
    }
}
