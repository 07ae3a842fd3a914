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

    /// It was used.
    func end(_ result: Result<MoodScores, any Error>) {
        switch result {
        case .success(let scores):
            let (mood, score) = scores.strongest
            show("mood looked at your face", "The camera was used: \(mood), \(Int((score * 100).rounded())) %.")
        case .failure(let fault): show("mood couldn't look at your face", "\(fault)")
        }
    }

    private func show(_ summary: String, _ body: String) {
        sender.show(DesktopNotification(summary: summary, body: body), inPlaceOf: "scan")
    }
}
