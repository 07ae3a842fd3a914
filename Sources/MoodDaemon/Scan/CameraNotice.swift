import Desktop
import EventLoop
import MoodProtocol

/// Tells the user when the camera is used, and what came of it; not a matter of `notifications`.
@ControlActor
struct CameraNotice {
    let sender: NotificationSender

    /// It is about to be opened.
    func begin() {
        show("mood looks at your face", "The camera is in use.")
    }

    /// It was used; a result under the score that is asked for changes nothing.
    func end(_ result: Result<MoodScores, any Error>, minimumScore: Double) {
        switch result {
        case .success(let scores):
            let (mood, score) = scores.strongest
            let percent = "\(mood), \(Int((score * 100).rounded(.down))) %"
            let outcome = score < minimumScore ? "not sure (\(percent)), the mood stays" : percent
            show("mood looked at your face", "The camera was used: \(outcome).")
        case .failure(let fault): show("mood couldn't look at your face", "\(fault)")
        }
    }

    private func show(_ summary: String, _ body: String) {
        sender.show(DesktopNotification(summary: summary, body: body), inPlaceOf: "scan")
    }
}
