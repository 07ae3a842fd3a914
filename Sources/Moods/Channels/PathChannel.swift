import EventLoop
import Files
import Media
import Playback

/// Music from a folder, or from a playlist file.
@ControlActor
final class PathChannel: Channel {
    let summary: String

    private let mood: String
    private let path: String
    private let workers: FileWorkers
    private let marks: MarkStore
    private let read: @Sendable ([UInt8]) -> ScannedFile
    private let decoder: TextDecoder
    private var rotation = Rotation()
    private var generator: SplitMix64

    init(
        mood: String, path: String, workers: FileWorkers, marks: MarkStore,
        read: @escaping @Sendable ([UInt8]) -> ScannedFile, decoder: TextDecoder, generator: SplitMix64
    ) {
        self.mood = mood
        self.path = path
        self.workers = workers
        self.marks = marks
        self.read = read
        self.decoder = decoder
        self.generator = generator
        summary = path
    }

    func batch(_ request: BatchRequest) async throws(ChannelFault) -> [Track] {
        do {
            return try await tracks(request.count)
        } catch let fault as ChannelFault {
            throw fault
        } catch is CancellationError {
            throw ChannelFault(.cancelled, "nobody waits for it any more")
        } catch {
            throw ChannelFault(.unavailable, "no music for \(mood): \(error)")
        }
    }

    private func tracks(_ count: Int) async throws -> [Track] {
        let banned = try await marks.marks().marked(.ban, in: mood)
        let (path, decoder, read) = (Array(path.utf8), decoder, read)
        var tracks = try await workers.run { cancellation in
            try PathListing(path, decoder: decoder, cancellation).tracks
        }
        // What is banned shows when the file is read.
        var bans = 0
        while !tracks.isEmpty {
            let (listed, rotation, generator) = (tracks, rotation, generator)
            let (batch, found, rest, state) = try await workers.run { _ in
                var (rotation, generator) = (rotation, generator)
                var found = 0
                let places = rotation.draw(count, from: listed.map { MarkKey(remote: $0).rawValue }, using: &generator)
                let batch = places.compactMap { Self.track(listed[$0], read, banned, &found) }
                let gone = Set(places)
                let rest = batch.isEmpty ? listed.indices.filter { !gone.contains($0) }.map { listed[$0] } : []
                return (batch, found, rest, (rotation, generator))
            }
            (self.rotation, self.generator) = state
            if !batch.isEmpty { return batch.map { $0.from(mood) } }
            tracks = rest
            bans += found
        }
        let reason = bans > 0 ? "all that \(self.path) has is banned" : "nothing in \(self.path) can be played"
        throw ChannelFault(
            .noMusic,
            "no music for \(mood): \(reason)" + (bans > 0 ? "; moodctl unrate \(mood) PATH takes a ban back" : ""))
    }

    /// The track with its tags; nil if it is gone or banned.
    ///
    /// - Parameter bans: counts the banned ones.
    private nonisolated static func track(
        _ listed: Track, _ read: ([UInt8]) -> ScannedFile, _ banned: Set<MarkKey>, _ bans: inout Int
    ) -> Track? {
        guard let path = Location.path(uri: listed.uri) else {
            guard banned.contains(MarkKey(remote: listed)) else { return listed }
            bans += 1
            return nil
        }
        guard listed.isThere else { return nil }
        let file = read(path)
        if let audio = file.audio, banned.contains(MarkKey(audio: audio)) {
            bans += 1
            return nil
        }
        var track = file.track
        track.uri = listed.uri
        track.title = track.title ?? listed.title
        if track.artists.isEmpty { track.artists = listed.artists }
        track.album = track.album ?? listed.album
        track.duration = track.duration ?? listed.duration
        return track
    }
}
