import EventLoop
import MoodProtocol
import Playback

/// Pauses after a while, so that somebody can fall asleep to the music.
@ControlActor
final class SleepTimer {
    private let control: PlayerControl
    private var timer: TimerSource?
    private var deadline: Int64?
    private var fade = 0.0
    private var finishesTrack = false
    private var isFading = false

    init(_ control: PlayerControl, on loop: EventLoop) throws(SystemError) {
        self.control = control
        timer = try loop.timer(accuracy: 0.1) { [unowned self] in elapse() }
    }

    /// Seconds until it pauses; 0 when it only waits for the end of the track, nil when it isn't set.
    var remaining: Double? {
        if let deadline { return max(0, Double(deadline - Clock.monotonicNanoseconds) / 1e9) }
        return control.player.sleepsAtEnd ? 0 : nil
    }

    /// Pauses in so many seconds, fading out over the last `fade` of them, or at the end of the track that plays then.
    func set(after seconds: Double, fade: Double, finishTrack: Bool) {
        cancel()
        self.fade = finishTrack ? 0 : min(fade, seconds)
        finishesTrack = finishTrack
        deadline = Clock.monotonicNanoseconds + Int64(min(seconds, 1e9) * 1e9)
        timer?.arm(after: seconds - self.fade)
    }

    /// Lets the music go on.
    func cancel() {
        timer?.disarm()
        deadline = nil
        isFading = false
        _ = try? control.perform(.sleepCancelled)
    }

    private func elapse() {
        if fade > 0, !isFading {
            isFading = true
            _ = try? control.perform(.fadeOut(seconds: fade))
            timer?.arm(after: fade)
            return
        }
        deadline = nil
        isFading = false
        _ = try? control.perform(.sleepElapsed(finishTrack: finishesTrack))
    }
}
