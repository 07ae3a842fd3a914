import EventLoop
import Files
import Media
import Playback

/// Internet radio by tags, from radio-browser.info.
@ControlActor
final class RadioChannel: Channel {
    /// Stations in one batch: each plays until it is left.
    private static let batchSize = 20
    /// With fewer stations that were not heard yet, more are looked for.
    private static let fewFresh = 5
    /// Stations that are remembered.
    private static let mostStations = 500

    let summary: String

    private let mood: String
    private let tags: [String]
    private let directory: RadioDirectory
    private let marks: MarkStore
    private let cache: ListCache
    private var stations: [Track] = []
    private var rotation = Rotation()
    private var known: Set<String> = []
    private var nextTag = 0
    private var generator: any RandomNumberGenerator

    init(
        mood: String, tags: [String], directory: RadioDirectory, marks: MarkStore, cache: ListCache,
        generator: any RandomNumberGenerator
    ) {
        self.mood = mood
        self.tags = tags
        self.directory = directory
        self.marks = marks
        self.cache = cache
        self.generator = generator
        summary = "radio: " + tags.joined(separator: ", ")
        nextTag = tags.isEmpty ? 0 : Int.random(in: tags.indices, using: &self.generator)
    }

    func batch(_ request: BatchRequest) async throws(ChannelFault) -> [Track] {
        if stations.isEmpty { stations = await cache.read(of: summary).map { $0.from(mood) } }
        var fault: ChannelFault?
        for _ in tags
        where stations.lazy.filter({ !self.known.contains($0.uri) }).prefix(Self.fewFresh).count < Self.fewFresh {
            do throws(ChannelFault) {
                try await look()
            } catch {
                if error.kind == .cancelled { throw error }
                fault = error
                break
            }
        }
        try await dropBanned()
        guard !stations.isEmpty else {
            throw fault
                ?? ChannelFault(.noMusic, "no station for \(mood) has one of the tags \(tags.joined(separator: ", "))")
        }
        return draw(min(request.count, Self.batchSize))
    }

    func kept(_ count: Int) -> [Track] { draw(min(count, Self.batchSize)) }

    func note(_ outcome: TrackOutcome, of track: Track) {
        guard let station = track.songID else { return }
        if outcome == .started { directory.count(station) }
        if outcome == .banned { stations.removeAll { $0.songID == station } }
    }

    /// Takes in the stations with the next tag.
    private func look() async throws(ChannelFault) {
        let tag = tags[nextTag % tags.count]
        nextTag += 1
        let present = Set(stations.map(\.uri))
        let found = try await directory.stations(tag: tag).map { station in
            var track = Track(uri: station.url)
            track.songID = station.id
            track.title = station.name
            track.genre = station.tags.isEmpty ? nil : station.tags.joined(separator: ", ")
            track.artwork = station.artwork
            track.isLive = true
            return track.from(mood)
        }
        stations = Array((stations + found.filter { !present.contains($0.uri) }).suffix(Self.mostStations))
        cache.write(stations, of: summary)
    }

    private func dropBanned() async throws(ChannelFault) {
        do {
            let banned = try await marks.marks().marked(.ban, in: mood)
            if !banned.isEmpty { stations.removeAll { banned.contains(MarkKey(remote: $0)) } }
        } catch {
            throw ChannelFault(.unavailable, "\(error)")
        }
    }

    private func draw(_ count: Int) -> [Track] {
        let keys = stations.map { MarkKey(remote: $0).rawValue }
        let drawn = rotation.draw(count, from: keys, using: &generator).map { stations[$0] }
        known.formUnion(drawn.map(\.uri))
        return drawn
    }
}
