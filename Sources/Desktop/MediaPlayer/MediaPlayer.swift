import EventLoop
import Glibc
import Playback

/// The player as desktops, bars and media keys know it: MPRIS 2.2 on the session's bus.
@ControlActor
public final class MediaPlayer {
    private static let name = "org.mpris.MediaPlayer2.moodd"
    private static let path = "/org/mpris/MediaPlayer2"
    /// Seconds of silence after which clients, whose clocks ran on, are told where the music is.
    private static let longestStall = 0.5

    private unowned let session: any DesktopPlayer
    private let bus: BusConnection
    private let player: PlayerInterface
    private let trackList: TrackListInterface
    private let interfaces: [BusInterface]
    private var telling: DeferredSource?

    /// What clients were told last.
    private var values: [String: BusValue] = [:]
    private var place: Place
    private var stalledSince: Double?
    private var tracks: [EntryID] = []
    private var metadata: [EntryID: [String: BusValue]] = [:]
    private var version: UInt64?

    /// It appears whenever the bus does.
    public init(_ session: any DesktopPlayer, on bus: BusConnection, _ loop: EventLoop) throws(SystemError) {
        self.session = session
        self.bus = bus
        player = PlayerInterface(session: session)
        trackList = TrackListInterface(session: session)
        interfaces = [RootInterface(session: session).interface, player.interface, trackList.interface]
        place = Place(session.player)
        // Whoever caused a change is answered first, and of many in a row the last one counts.
        telling = try loop.deferred { [unowned self] in tell() }
        bus.observe { [unowned self] isOpen in
            if isOpen { appear() }
        }
    }

    /// To be called when the player or its cover changed.
    public func playerChanged() {
        if bus.isOpen { telling?.schedule() }
    }

    private func appear() {
        note()
        for interface in interfaces { bus.add(interface, at: Self.path) }
        bus.requestName(Self.name) { [unowned self] isOurs in
            if !isOurs { bus.requestName("\(Self.name).instance\(getpid())") { _ in } }
        }
    }

    private func note() {
        values = PlayerProperties.values(of: session)
        place = Place(session.player)
        let version = session.player.queue.version
        let tracks = trackList.tracks
        guard version != self.version || tracks != self.tracks else { return }
        self.version = version
        self.tracks = tracks
        metadata = trackList.metadata(of: tracks)
    }

    private func tell() {
        guard bus.isOpen else { return }
        let former = (values: values, place: place, tracks: tracks, metadata: metadata)
        note()
        let changed = values.filter { $0.value != former.values[$0.key] }
        if !changed.isEmpty { bus.propertiesChanged(Self.path, PlayerInterface.name, changed) }
        let wasStalled = hasStalled()
        if place.isJump(from: former.place) || wasStalled {
            bus.signal(Self.path, PlayerInterface.name, "Seeked", [player.position])
        }
        if tracks != former.tracks {
            bus.signal(
                Self.path, TrackListInterface.name, "TrackListReplaced",
                [.paths(tracks.map(TrackPath.path)), .path(TrackPath.path(of: place.entry))])
            bus.propertiesChanged(Self.path, TrackListInterface.name, [:], invalid: ["Tracks"])
        } else {
            for (entry, values) in metadata where values != former.metadata[entry] {
                bus.signal(
                    Self.path, TrackListInterface.name, "TrackMetadataChanged",
                    [.path(TrackPath.path(of: entry)), .dictionary(values)])
            }
        }
    }

    /// Whether a silence is over in which the position stood still for long.
    private func hasStalled() -> Bool {
        if session.player.isStalled {
            stalledSince = stalledSince ?? MonotonicClock.now
            return false
        }
        defer { stalledSince = nil }
        return stalledSince.map { MonotonicClock.now - $0 > Self.longestStall } ?? false
    }
}
