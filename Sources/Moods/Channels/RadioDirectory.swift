import EventLoop
import Media
import Network

/// radio-browser.info: stations by tag, from one of its servers; another one when that fails.
@ControlActor
final class RadioDirectory {
    /// Stations that one answer brings.
    private static let mostStations = 50
    /// Servers that are tried for one question.
    private static let mostTries = 3
    /// Seconds that one server has for its answer.
    private static let patience = 3.0

    private let source: RemoteList
    private let entrance: String
    /// The servers' addresses, the one to ask first; empty until they are known.
    private var servers: [String]
    private var generator: any RandomNumberGenerator

    /// - Parameters:
    ///   - entrance: the address that tells the servers.
    ///   - servers: their addresses, if they are known.
    init(
        source: RemoteList, entrance: String = "https://all.api.radio-browser.info", servers: [String] = [],
        generator: any RandomNumberGenerator
    ) {
        self.source = source
        self.entrance = entrance
        self.servers = servers
        self.generator = generator
    }

    /// Stations with a tag, the most popular first.
    func stations(tag: String) async throws(ChannelFault) -> [RadioStation] {
        let query =
            "/json/stations/search?tag=\(Self.encoded(tag))&codec=MP3&hidebroken=true&order=clickcount&reverse=true&limit=\(Self.mostStations)"
        guard let stations = try await ask(query, { RadioStation.list($0) }) else {
            throw ChannelFault(.unavailable, "\(server): the answer is no list of stations")
        }
        return Array(stations.prefix(Self.mostStations))
    }

    /// Counts a play of a station, as the directory asks of everybody.
    func count(_ station: String) {
        ControlActor.start { [self] in try await ask("/json/url/\(Self.encoded(station))") { _ in } }
    }

    private var server: String { host(of: servers.first ?? entrance) }

    private func ask<Value: Sendable>(
        _ query: String, _ read: @escaping @Sendable ([UInt8]) -> Value
    ) async throws(ChannelFault) -> Value {
        if servers.isEmpty { servers = await list() }
        var fault: ChannelFault?
        for _ in 0..<min(Self.mostTries, servers.count) {
            do throws(ChannelFault) {
                return try await source.fetch(servers[0] + query, seconds: Self.patience, read)
            } catch {
                if error.kind == .cancelled { throw error }
                fault = error
                servers.append(servers.removeFirst())
            }
        }
        throw fault ?? ChannelFault(.unavailable, "\(host(of: entrance)) names no server")
    }

    /// The servers in any order, so that they share the work; the entrance itself if it doesn't tell.
    private func list() async -> [String] {
        let names =
            (try? await source.fetch(entrance + "/json/servers", seconds: Self.patience) { RadioStation.servers($0) })
            ?? []
        return names.isEmpty ? [entrance] : names.shuffled(using: &generator).map { "https://\($0)" }
    }

    private static func encoded(_ text: String) -> String { SongsAddress.encoded(text) }
}
