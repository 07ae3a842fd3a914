import Control
import EventLoop
import Media
import MoodProtocol
import Playback

/// Tells the line that is sung, by what is heard, to those who subscribed to it.
///
/// One timer stands at the next line; it stands at nothing while nothing plays or nobody wants to know.
@ControlActor
final class LyricsFollower {
    private let control: PlayerControl
    private let finder: LyricsFinder
    private let subscriptions: Subscriptions
    private var timer: TimerSource?
    /// The entry whose lyrics are here or on their way.
    private var entry: EntryID?
    private var lyrics: Lyrics?
    private var shown: Int?
    private var task: Task<Void, any Error>?

    init(
        _ control: PlayerControl, _ finder: LyricsFinder, _ subscriptions: Subscriptions, on loop: EventLoop
    ) throws(SystemError) {
        self.control = control
        self.finder = finder
        self.subscriptions = subscriptions
        timer = try loop.timer(accuracy: 0.02) { [unowned self] in follow() }
        control.observe { [unowned self] topics in
            if topics.contains(.player) { follow() }
        }
        subscriptions.whenWanted(.lyrics) { [unowned self] in follow() }
    }

    /// The line that is sung; nil before the first one, and without lyrics that have times.
    var line: LyricEvent? {
        guard let entry, let lyrics, let shown else { return nil }
        let line = lyrics.lines[shown]
        let text = ([line.text] + line.translations).joined(separator: " / ")
        return LyricEvent(entry: entry.rawValue, time: line.time ?? 0, text: text)
    }

    private func follow() {
        timer?.disarm()
        guard subscriptions.isWanted(.lyrics) else { return }
        if control.player.current != entry { look() }
        guard let lyrics, let position = control.position else { return show(nil) }
        show(lyrics.index(at: position))
        let next = (shown ?? -1) + 1
        guard control.player.state == .playing, !control.player.isStalled, next < lyrics.lines.count,
            let time = lyrics.lines[next].time
        else { return }
        timer?.arm(after: max(time - position, 0.005))
    }

    private func show(_ line: Int?) {
        guard line != shown else { return }
        shown = line
        subscriptions.changed(.lyrics)
    }

    /// Looks for the lyrics of the entry that is current now.
    private func look() {
        task?.cancel()
        task = nil
        show(nil)
        lyrics = nil
        entry = control.player.current
        guard let entry, let track = control.player.queue.entry(entry)?.track, !track.isLive else { return }
        task = ControlActor.start { [self] in
            let found = try? await finder.lyrics(of: track)?.lyrics
            guard self.entry == entry else { return }
            lyrics = found.flatMap { $0.isSynchronised ? $0 : nil }
            follow()
        }
    }
}
