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

    /// Leaves a banned track that a mood brought; whether it was taken out of the queue.
    private func moveOn(from entry: Playback.Entry, in mood: String) -> Bool {
        let player = control.player
        guard player.mood?.name == mood, player.queue.contains(entry.id) else { return false }
        if entry.track.mood == mood, player.queue.count > 1 {
            _ = try? control.perform(.edit(.remove([entry.id]), heard: control.position))
            return true
        }
        if entry.id == player.current, player.state != .stopped { _ = try? control.perform(.step(1)) }
        return false
    }
}
