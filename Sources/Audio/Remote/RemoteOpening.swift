import Media
import Network
import Playback

/// A track behind an address on its way to being open, as its bytes arrive.
///
/// MP3s and stations are open as soon as enough is there to decode; what must be whole is fetched whole. An address
/// that turns out to be a playlist leads on to the addresses in it, of which the first that plays is taken.
final class RemoteOpening {
    private enum Stage {
        case idle
        case looking(RemoteSource)
        case fetching(Spool)
    }

    let uri: String
    private let number: UInt64
    private let isKnownLive: Bool
    private let access: RemoteAccess
    private let decoder: TextDecoder
    private let onArrival: @Sendable () -> Void

    private var stage = Stage.idle
    private var bell: Bell
    private var address: String
    /// Addresses from playlists that may be tried, the next one last.
    private var candidates: [String] = []
    private var visited: Set<String> = []
    private var playlists = 0

    private static let mostPlaylists = 3
    private static let mostAddresses = 16
    private static let longestPlaylist = 256 << 10

    /// Nothing is asked of the server yet.
    ///
    /// - Parameter onArrival: called on the network thread when `advance` may get further.
    init(
        _ cue: Cue, number: UInt64, access: RemoteAccess, decoder: TextDecoder,
        onArrival: @escaping @Sendable () -> Void
    ) {
        uri = cue.uri
        address = cue.uri
        isKnownLive = cue.isLive
        self.number = number
        self.access = access
        self.decoder = decoder
        self.onArrival = onArrival
        bell = Bell(onArrival)
    }

    /// Whether the server was asked.
    var isUnderWay: Bool {
        if case .idle = stage { false } else { true }
    }

    /// The part of the whole that has arrived, while it is fetched whole.
    var arrived: Double? {
        if case .fetching(let spool) = stage { spool.arrived } else { nil }
    }

    /// Why its bytes don't arrive; nil while all is well.
    var fault: String? {
        switch stage {
        case .idle: nil
        case .looking(let source): source.fault
        case .fetching(let spool): spool.fault
        }
    }

    /// Goes as far as the bytes that are there allow.
    ///
    /// - Returns: the open track; nil if more must arrive.
    /// - Throws: why it can't be played.
    func advance() throws(PlaybackFailure) -> OpenTrack? {
        while true {
            do throws(Obstacle) {
                if let track = try step() { return track }
            } catch {
                guard case .failed(let failure) = error else { return nil }
                stage = .idle
                guard let next = candidates.popLast() else { throw failure }
                address = next
            }
        }
    }

    private func step() throws(Obstacle) -> OpenTrack? {
        switch stage {
        case .idle: try connect()
        case .looking(let source): return try look(into: source)
        case .fetching(let spool):
            let source = try spool.finished()
            return OpenTrack(
                uri: uri, number: number, source: source, decoder: try DecoderOpening.decoder(for: source),
                tags: source.tags(decoder: decoder))
        }
        return nil
    }

    private func connect() throws(Obstacle) {
        guard visited.insert(address).inserted else { throw .unplayable("is a playlist that leads to itself") }
        guard visited.count <= Self.mostAddresses else {
            throw .unplayable("is a playlist of addresses that don't play")
        }
        bell = Bell(onArrival)
        let request = HTTPRequest(url: address, headers: ["Icy-MetaData: 1"])
        let stream = access.client.stream(request, onReadable: bell.ring)
        stage = .looking(RemoteSource(stream, decoder: decoder))
    }

    private func look(into source: RemoteSource) throws(Obstacle) -> OpenTrack? {
        let head = try source.head()
        if let format = try playlistFormat(of: source, head) {
            try follow(try playlist(in: source, format, head))
            return nil
        }
        switch head.contentType {
        case "text/html": throw .unplayable("is a web page")
        case "audio/aac", "audio/aacp", "audio/x-aac": throw .unplayable("AAC isn't supported")
        default: break
        }
        switch try DecoderOpening.content(of: source) {
        case .mpeg(var stream):
            if isKnownLive, source.length == nil { source.stream.takeForLive() }
            if source.isLive {
                stream.isEndless = true
                stream.information = nil
            }
            let decoder = try MP3Decoder(source: source, stream: stream)
            let tags = source.isLive ? Tags() : source.tagsAtHand()
            source.settle()
            return OpenTrack(uri: uri, number: number, source: source, decoder: decoder, tags: tags)
        case .sound(let format, _):
            guard !source.isLive else { throw .unplayable("\(format.name) isn't supported live, only MP3 is") }
            try fetch(source)
            return nil
        }
    }

    private func fetch(_ source: RemoteSource) throws(Obstacle) {
        do throws(PlaybackFailure) {
            stage = .fetching(
                try Spool(
                    source.stream, beginning: source.handOver(), folder: access.folder, bell: bell, whenDone: onArrival)
            )
        } catch {
            throw .failed(error)
        }
    }

    // MARK: Playlists

    /// Of which format the playlist is that the server sends; nil if it sends something else.
    private func playlistFormat(of source: RemoteSource, _ head: HTTPHead) throws(Obstacle) -> PlaylistFormat? {
        if let type = head.contentType, let format = PlaylistFormat(mediaType: type) { return format }
        guard !source.isLive else { return nil }
        let start = try source.bytes(at: 0, count: 256)
        if let format = PlaylistFormat.sniff(start) { return format }
        let isText = head.contentType?.hasPrefix("text/") ?? true
        return isText && Location.isRemote(String(decoding: start, as: UTF8.self)) ? .m3u : nil
    }

    private func playlist(
        in source: RemoteSource, _ format: PlaylistFormat, _ head: HTTPHead
    ) throws(Obstacle) -> Playlist {
        let bytes = try source.bytes(at: 0, count: Self.longestPlaylist)
        guard PlaylistFormat.sniff(bytes) != .hls else { throw .unplayable("HLS isn't supported") }
        return Playlist.parse(bytes, as: format, origin: head.url, decoder: decoder)
    }

    private func follow(_ playlist: Playlist) throws(Obstacle) {
        playlists += 1
        guard playlists <= Self.mostPlaylists else { throw .unplayable("is a playlist that leads to too many others") }
        let addresses = playlist.entries.map(\.uri).filter(Location.isRemote).prefix(Self.mostAddresses)
        candidates += addresses.reversed()
        guard let next = candidates.popLast() else { throw .unplayable("is a playlist without any address") }
        address = next
        stage = .idle
    }
}
