import MoodProtocol
import Playback

extension MoodProtocol.Modes {
    /// The player's modes as clients see them.
    init(_ modes: Playback.Modes) {
        self.init()
        `repeat` =
            switch modes.repeat {
            case .off: .off
            case .one: .one
            case .all: .all
            }
        shuffle = modes.shuffle
        consume = modes.consume
        stopAfterCurrent = modes.stopAfterCurrent
    }
}
