import EventLoop
import Playback

/// What other threads tell the audio thread.
enum Message: Sendable {
    case command(EngineCommand)
    /// What a survey of the track with this number found.
    case surveyed(track: UInt64, Survey.Result)
    /// Bytes of some address have come, or will never come.
    case arrived
    case settings(AudioSettings)
    case quit
}

/// The way to the audio thread: a short queue, and a wake-up.
final class Mailbox: Sendable {
    private let messages = Lock<[Message]>([])
    private let loop: MainLoop

    init(loop: MainLoop) {
        self.loop = loop
    }

    func post(_ message: Message) {
        let isFirst = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        if isFirst { loop.wakeUp() }
    }

    /// What has come in since, in turn, without what a later order made void.
    func take() -> [Message] {
        var taken: [Message] = []
        messages.withLock { swap(&$0, &taken) }
        guard let last = taken.lastIndex(where: { $0.isPlay }) else { return taken }
        return taken.enumerated().filter { $0.offset >= last || !$0.element.isVoidBeforePlay }.map(\.element)
    }
}

extension Message {
    fileprivate var isPlay: Bool {
        if case .command(.play) = self { true } else { false }
    }

    /// Whether a `play` that follows leaves nothing of it.
    fileprivate var isVoidBeforePlay: Bool {
        switch self {
        case .command(.play), .command(.pause), .command(.resume), .command(.stop), .command(.fadeOut): true
        default: false
        }
    }
}
