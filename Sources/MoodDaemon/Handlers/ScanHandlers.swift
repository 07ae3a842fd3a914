import Control
import EventLoop
import MoodProtocol

/// Reading the mood from a face.
@ControlActor
struct ScanHandlers {
    let scan: MoodScan

    func register(with dispatcher: Dispatcher) {
        dispatcher.answerLater(.moodScan) { parameters, responder in
            let image = parameters.string("image")
            responder.answer {
                let result = try await scan.scan(image: image) { responder.precedeEvents() }
                return { writer in result.write(to: &writer) }
            }
        }
    }
}
