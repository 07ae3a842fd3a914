import EventLoop
import Playback

/// The properties of `org.mpris.MediaPlayer2.Player` as they are now, all but the position.
enum PlayerProperties {
    @ControlActor
    static func values(of session: any DesktopPlayer) -> [String: BusValue] {
        let player = session.player
        let track = player.current.flatMap { player.queue.entry($0)?.track }
        let canPlay = !player.queue.isEmpty
        return [
            "PlaybackStatus": .string(status(player.state)),
            "LoopStatus": .string(loop(player.modes.repeat)),
            "Shuffle": .boolean(player.modes.shuffle),
            "Rate": .double(1),
            "MinimumRate": .double(1),
            "MaximumRate": .double(1),
            // While nobody knows it, a sound server most likely plays at full volume.
            "Volume": .double(Double(player.volume ?? 100) / 100),
            "Metadata": .dictionary(TrackMetadata.current(of: session)),
            "CanGoNext": .boolean(canPlay && (player.current == nil || player.upcomingCount > 0 || player.mood != nil)),
            "CanGoPrevious": .boolean(player.current != nil),
            "CanPlay": .boolean(canPlay),
            "CanPause": .boolean(canPlay),
            "CanSeek": .boolean(player.state != .stopped && track?.isLive == false),
            "CanControl": .boolean(true),
        ]
    }

    static func status(_ state: Player.State) -> String {
        switch state {
        case .playing: "Playing"
        case .paused: "Paused"
        case .stopped: "Stopped"
        }
    }

    static func loop(_ mode: Modes.Repeat) -> String {
        switch mode {
        case .off: "None"
        case .one: "Track"
        case .all: "Playlist"
        }
    }

    /// The mode that one of MPRIS's words means; nil for any other word.
    static func mode(loop word: String) -> Modes.Repeat? {
        Modes.Repeat.allCases.first { loop($0) == word }
    }

    /// The volume that a client means, 0...1, as the player counts; nil for what is no number.
    static func level(volume: Double) -> Int? {
        volume.isNaN ? nil : Int((min(max(volume, 0), 1) * 100).rounded())
    }
}
