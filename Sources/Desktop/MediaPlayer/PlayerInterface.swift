import EventLoop
import Playback

/// `org.mpris.MediaPlayer2.Player` (MPRIS 2.2).
@ControlActor
struct PlayerInterface {
    static let name = "org.mpris.MediaPlayer2.Player"

    unowned let session: any DesktopPlayer

    var interface: BusInterface {
        typealias Argument = BusInterface.Argument
        return BusInterface(
            Self.name,
            methods: [
                .init(name: "Next", call: does(.step(1))),
                .init(name: "Previous", call: does(.step(-1))),
                .init(name: "Pause", call: does(.pause)),
                .init(name: "PlayPause", call: does(.toggle)),
                .init(name: "Stop", call: does(.stop)),
                .init(name: "Play", call: does(.play(nil))),
                .init(name: "Seek", takes: [Argument("Offset", "x")]) { values in
                    if case .int64(let offset)? = values.first { seek(by: Double(offset) / 1e6) }
                    return []
                },
                .init(name: "SetPosition", takes: [Argument("TrackId", "o"), Argument("Position", "x")]) { values in
                    if case .path(let track)? = values.first, case .int64(let position)? = values.last {
                        setPosition(Double(position) / 1e6, of: track)
                    }
                    return []
                },
                .init(name: "OpenUri", takes: [Argument("Uri", "s")]) { values, reply throws(BusError) in
                    if case .string(let address)? = values.first { try open(address, reply) }
                },
            ],
            properties: [
                .init(name: "PlaybackStatus", type: "s"),
                .init(name: "LoopStatus", type: "s") { value throws(BusError) in
                    guard case .string(let word) = value, let mode = PlayerProperties.mode(loop: word) else {
                        throw .invalidArguments("LoopStatus is None, Track or Playlist")
                    }
                    session.perform(.modes(repeat: mode, shuffle: nil, consume: nil, stopAfterCurrent: nil))
                },
                .init(name: "Rate", type: "d") { value in
                    // There is one speed, and clients are told to stop by that of 0.
                    if value == .double(0) { session.perform(.pause) }
                },
                .init(name: "Shuffle", type: "b") { value in
                    if case .boolean(let isOn) = value {
                        session.perform(.modes(repeat: nil, shuffle: isOn, consume: nil, stopAfterCurrent: nil))
                    }
                },
                .init(name: "Metadata", type: "a{sv}"),
                .init(name: "Volume", type: "d") { value in
                    if case .double(let volume) = value, let level = PlayerProperties.level(volume: volume) {
                        session.perform(.volume(level))
                    }
                },
                .init(name: "Position", type: "x", changes: .untold),
                .init(name: "MinimumRate", type: "d"),
                .init(name: "MaximumRate", type: "d"),
                .init(name: "CanGoNext", type: "b"),
                .init(name: "CanGoPrevious", type: "b"),
                .init(name: "CanPlay", type: "b"),
                .init(name: "CanPause", type: "b"),
                .init(name: "CanSeek", type: "b"),
                .init(name: "CanControl", type: "b", changes: .untold),
            ],
            signals: [.init(name: "Seeked", carries: [Argument("Position", "x")])],
            value: { name in
                name == "Position" ? position : PlayerProperties.values(of: session)[name]
            })
    }

    /// The position of the current entry, within its duration; 0 without one.
    var position: BusValue {
        let position = session.position ?? 0
        return .int64(Int64(microseconds: min(position, track?.duration ?? position)))
    }

    private var track: Track? {
        session.player.current.flatMap { session.player.queue.entry($0)?.track }
    }

    private func does(_ command: Command) -> @ControlActor ([BusValue]) throws(BusError) -> [BusValue] {
        { _ in
            session.perform(command)
            return []
        }
    }

    private func seek(by offset: Double) {
        if let duration = track?.duration, let position = session.position, position + offset >= duration {
            session.perform(.step(1))
        } else {
            session.perform(.seek(.offset(offset), heard: session.position))
        }
    }

    /// A client may mean a track that was left meanwhile, and a place that it never had: both are passed over.
    private func setPosition(_ position: Double, of path: String) {
        guard TrackPath.entry(of: path) == session.player.current, let track, position >= 0,
            position <= track.duration ?? .infinity
        else { return }
        session.perform(.seek(.absolute(position), heard: session.position))
    }

    private func open(_ address: String, _ reply: BusReply) throws(BusError) {
        guard MediaTypes.canOpen(address) else {
            throw .invalidArguments("moodd opens file, http and https addresses, not \(address)")
        }
        session.add(address, at: nil, plays: true, reply)
    }
}
