import EventLoop
import Files
import MoodProtocol
import Moods
import Playback

/// What the user thinks of tracks: marks are set, a banned track makes room, and undo takes the last verdict back as it
/// does edits.
@ControlActor
final class Verdicts {
    /// So many verdicts can be taken back.
    private static let deepest = 20

    private let control: PlayerControl
    private let marks: MarkStore
    private let setting: MoodSetting
    private var history: [Step] = []

    private struct Step {
        let mood: String
        let former: [(key: MarkKey, verdict: Marks.Verdict?)]
        /// How many edits there were after it: more by now, and they are taken back first.
        let edits: Int
        /// Whether it took an entry out of the queue.
        let tookEntry: Bool
    }

    init(_ control: PlayerControl, _ marks: MarkStore, _ setting: MoodSetting) {
        self.control = control
        self.marks = marks
        self.setting = setting
    }

    /// Marks recordings in a mood; nil takes the marks away.
    ///
    /// - Parameter entry: the entry that is meant, if it was one of the queue: a ban moves on from it.
    func rate(_ verdict: Marks.Verdict?, _ keys: [MarkKey], in mood: String, entry: Playback.Entry? = nil) async throws
    {
        let former = try await marks.set(verdict, on: keys, in: mood)
        setting.forgetFault(of: mood)
        if let entry {
            setting.note(verdict == .like ? .liked : verdict == .ban ? .banned : .unliked, of: entry.track)
        }
        let tookEntry = verdict == .ban ? entry.map { moveOn(from: $0, in: mood) } ?? false : false
        history.append(Step(mood: mood, former: former, edits: control.editCount, tookEntry: tookEntry))
        if history.count > Self.deepest { history.removeFirst() }
    }

    /// Takes back the last edit, or the last verdict if that came later.
    func undo() throws(RPCError) {
        control.isReplaced()
        // What was noted before edits that are undone by now came earlier than they did.
        guard let step = history.last, step.edits >= control.editCount else {
            try control.perform(.undo)
            return
        }
        history.removeLast()
        do throws(SystemFault) {
            try marks.restore(step.former, in: step.mood)
        } catch {
            throw RPCError(.internalError, "\(error)")
        }
        if step.tookEntry { try control.perform(.undo) }
    }

    /// Leaves a banned track, and takes it out of the queue wherever the mood brought it; whether there was one to take.
    private func moveOn(from entry: Playback.Entry, in mood: String) -> Bool {
        let player = control.player
        guard player.mood?.name == mood, player.queue.contains(entry.id) else { return false }
        let isHeard = entry.id == player.current && player.state != .stopped
        let banned = player.queue.order.filter { id in
            player.queue.entry(id).map { $0.track.mood == mood && $0.track.isSameSong(as: entry.track) } ?? false
        }
        let wasPlaying = isHeard && player.state == .playing
        if isHeard, entry.track.mood != mood { _ = try? control.perform(.step(1)) }
        guard !banned.isEmpty else { return false }
        _ = try? control.perform(.edit(.remove(banned), heard: control.position))
        if wasPlaying, control.player.state == .stopped { setting.goOn() }
        return true
    }
}

extension Track {
    /// Whether both lead to the same song: a service's name for it outlives its address.
    fileprivate func isSameSong(as other: Track) -> Bool {
        uri == other.uri || songID != nil && songID == other.songID && mood == other.mood
    }
}
