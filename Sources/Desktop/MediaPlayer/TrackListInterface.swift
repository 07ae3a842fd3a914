import EventLoop
import Playback

/// `org.mpris.MediaPlayer2.TrackList` (MPRIS 2.2): the current track and those that come, some twenty of them.
@ControlActor
struct TrackListInterface {
    static let name = "org.mpris.MediaPlayer2.TrackList"
    private static let longest = 20
    private static let mostAsked = 1000

    unowned let session: any DesktopPlayer

    var interface: BusInterface {
        typealias Argument = BusInterface.Argument
        return BusInterface(
            Self.name,
            methods: [
                .init(
                    name: "GetTracksMetadata", takes: [Argument("TrackIds", "ao")],
                    answers: [Argument("Metadata", "aa{sv}")]
                ) { values in
                    guard case .paths(let paths)? = values.first else { return [] }
                    let entries = paths.prefix(Self.mostAsked).compactMap(TrackPath.entry)
                    let known = metadata(of: entries)
                    return [.dictionaries(entries.compactMap { known[$0] })]
                },
                .init(
                    name: "AddTrack",
                    takes: [Argument("Uri", "s"), Argument("AfterTrack", "o"), Argument("SetAsCurrent", "b")]
                ) { values, reply throws(BusError) in
                    guard case .string(let address) = values[0], case .path(let path) = values[1] else { return }
                    guard MediaTypes.canOpen(address) else {
                        throw .invalidArguments("moodd opens file, http and https addresses, not \(address)")
                    }
                    session.add(address, at: destination(after: path), plays: values[2] == .boolean(true), reply)
                },
                .init(name: "RemoveTrack", takes: [Argument("TrackId", "o")]) { values in
                    if let entry = entry(values) { session.perform(.edit(.remove([entry]), heard: session.position)) }
                    return []
                },
                .init(name: "GoTo", takes: [Argument("TrackId", "o")]) { values in
                    if let entry = entry(values) { session.perform(.play(entry)) }
                    return []
                },
            ],
            properties: [
                .init(name: "Tracks", type: "ao", changes: .invalidated),
                .init(name: "CanEditTracks", type: "b"),
            ],
            // One at a time the entries aren't told of: the list moves on with each track.
            signals: [
                .init(
                    name: "TrackListReplaced",
                    carries: [Argument("Tracks", "ao"), Argument("CurrentTrack", "o")]),
                .init(
                    name: "TrackMetadataChanged",
                    carries: [Argument("TrackId", "o"), Argument("Metadata", "a{sv}")]),
            ],
            value: { name in
                name == "Tracks" ? .paths(tracks.map(TrackPath.path)) : .boolean(true)
            })
    }

    /// The entries that it shows.
    var tracks: [EntryID] {
        let player = session.player
        let coming = player.upcoming(offset: 0, limit: Self.longest).filter { $0 != player.current }
        return (player.current.map { [$0] } ?? []) + coming
    }

    /// What is known of those of the entries that are in the queue.
    func metadata(of entries: [EntryID]) -> [EntryID: [String: BusValue]] {
        var metadata: [EntryID: [String: BusValue]] = [:]
        for entry in entries.compactMap({ session.player.queue.entry($0) }) {
            metadata[entry.id] = TrackMetadata.values(of: entry, session)
        }
        return metadata
    }

    private func entry(_ values: [BusValue]) -> EntryID? {
        guard case .path(let path)? = values.first, let entry = TrackPath.entry(of: path),
            session.player.queue.contains(entry)
        else { return nil }
        return entry
    }

    private func destination(after path: String) -> Destination {
        if path == TrackPath.none { return .index(0) }
        return TrackPath.entry(of: path).flatMap { session.player.queue.index(of: $0) }.map { .index($0 + 1) } ?? .end
    }
}
