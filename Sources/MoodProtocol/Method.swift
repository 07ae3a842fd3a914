/// Everything that can be asked of the daemon.
public enum Method: UInt8, CaseIterable, Sendable {
    case play, pause, toggle, stop, next, previous, random, seek, volume, mute, modes, sleep, status
    case queueList, queueAdd, queueRemove, queueMove, queueClear, queueShuffle, queueSort, queueUndo
    case playlistList, playlistGet, playlistSave, playlistLoad, playlistRemove
    case librarySearch, libraryUpdate
    case moodSet, moodList, moodRate, moodScan
    case lyrics, artwork
    case eventsSubscribe, eventsUnsubscribe
    case serverInfo, serverReload, serverQuit
    case rpcDiscover

    /// As requests name it.
    public var name: StaticString {
        switch self {
        case .play: "play"
        case .pause: "pause"
        case .toggle: "toggle"
        case .stop: "stop"
        case .next: "next"
        case .previous: "previous"
        case .random: "random"
        case .seek: "seek"
        case .volume: "volume"
        case .mute: "mute"
        case .modes: "modes"
        case .sleep: "sleep"
        case .status: "status"
        case .queueList: "queue.list"
        case .queueAdd: "queue.add"
        case .queueRemove: "queue.remove"
        case .queueMove: "queue.move"
        case .queueClear: "queue.clear"
        case .queueShuffle: "queue.shuffle"
        case .queueSort: "queue.sort"
        case .queueUndo: "queue.undo"
        case .playlistList: "playlist.list"
        case .playlistGet: "playlist.get"
        case .playlistSave: "playlist.save"
        case .playlistLoad: "playlist.load"
        case .playlistRemove: "playlist.remove"
        case .librarySearch: "library.search"
        case .libraryUpdate: "library.update"
        case .moodSet: "mood.set"
        case .moodList: "mood.list"
        case .moodRate: "mood.rate"
        case .moodScan: "mood.scan"
        case .lyrics: "lyrics"
        case .artwork: "artwork"
        case .eventsSubscribe: "events.subscribe"
        case .eventsUnsubscribe: "events.unsubscribe"
        case .serverInfo: "server.info"
        case .serverReload: "server.reload"
        case .serverQuit: "server.quit"
        case .rpcDiscover: "rpc.discover"
        }
    }

    /// The method of that name.
    public init?(name: String) {
        var name = name
        let found = name.withUTF8 { name in
            Self.allCases.first { method in
                method.name.utf8CodeUnitCount == name.count
                    && method.name.withUTF8Buffer { $0.elementsEqual(name) }
            }
        }
        guard let found else { return nil }
        self = found
    }

    /// Whether all it does is to answer.
    public var onlyAnswers: Bool {
        switch self {
        case .status, .queueList, .playlistList, .playlistGet, .librarySearch, .moodList, .lyrics, .artwork,
            .serverInfo, .rpcDiscover:
            true
        default: false
        }
    }

    /// Whether it is answered in its turn; if not, when its work is done, and it holds up nothing behind it.
    public var isAnsweredAtOnce: Bool {
        switch self {
        case .queueAdd, .playlistLoad, .moodSet, .moodList, .moodRate, .moodScan, .librarySearch, .libraryUpdate,
            .lyrics, .artwork:
            false
        default: true
        }
    }
}
