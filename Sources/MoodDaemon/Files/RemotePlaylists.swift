import EventLoop
import Media
import MoodProtocol
import Network
import Playback

/// Playlists at addresses, fetched before what they name is added.
struct RemotePlaylists: Sendable {
    /// What an address turned out to be.
    enum Content: Sendable {
        case entries([PlaylistEntry])
        /// One station, whose playlist names nothing but the servers that send it.
        case station(title: String?)
        /// Nothing to play, for this reason.
        case nothing(String)
    }

    private static let mostPlaylists = 32
    /// Of a longer playlist the rest is passed over: it is a stranger who decides how long it is.
    private static let mostEntries = 10_000
    private static let longest = 2 << 20
    private static let patience = 10.0

    private var contents: [String: Content] = [:]

    /// None.
    init() {}

    /// Fetches those among the items, one after the other; the rest is left to whoever plays it.
    @ControlActor
    init(in items: [Item], client: HTTPClient, workers: FileWorkers, decoder: TextDecoder) async throws {
        for item in items where Self.isNamedSo(item.uri) && contents[item.uri] == nil {
            guard contents.count < Self.mostPlaylists else { return }
            try Task.checkCancellation()
            contents[item.uri] = try await Self.content(at: item.uri, client, workers, decoder)
        }
    }

    /// What lies at an address; nil if it doesn't look like a playlist's.
    subscript(uri: String) -> Content? { contents[uri] }

    private static func isNamedSo(_ uri: String) -> Bool {
        Location.isRemote(uri) && format(uri) != nil
    }

    private static func format(_ uri: String) -> PlaylistFormat? {
        let name = uri.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return PlaylistFormat(fileName: String(Substring(name)))
    }

    @ControlActor
    private static func content(
        at uri: String, _ client: HTTPClient, _ workers: FileWorkers, _ decoder: TextDecoder
    ) async throws -> Content {
        let answer: HTTPDownload
        do throws(HTTPFailure) {
            answer = try await client.fetch(HTTPRequest(url: uri), limit: longest, seconds: patience)
        } catch {
            return .nothing(error.message)
        }
        return try await workers.run { _ in content(of: answer, at: uri, decoder) }
    }

    private static func content(of answer: HTTPDownload, at uri: String, _ decoder: TextDecoder) -> Content {
        guard let format = PlaylistFormat.sniff(answer.body) ?? format(uri) else { return .nothing("isn't a playlist") }
        if format == .hls { return .nothing("HLS isn't supported") }
        let entries = Playlist.parse(answer.body, as: format, origin: answer.head.url, decoder: decoder).entries
        guard let first = entries.first else { return .nothing("names nothing that can be played") }
        if format == .pls, entries.allSatisfy({ $0.duration == nil }) { return .station(title: first.title) }
        return .entries(Array(entries.prefix(mostEntries)))
    }
}
