import EventLoop
import Media
import Network
import Playback

/// Music from a JSON song list at an address, in any of the shapes that `SongList` knows.
///
/// An answer without songs, or none at all, leaves the list that is there as it is.
@ControlActor
final class SongsChannel: Channel {
    /// Songs of a list are kept, the newest so many.
    private static let mostKept = 500
    /// Of a longer answer the rest is passed over.
    private nonisolated static let mostSent = 5000
    /// An answer that is younger than so many seconds is as good as a new one.
    private static let freshness = 5.0

    let summary: String

    private let mood: String
    private let url: String
    private let source: RemoteList
    private let marks: MarkStore
    private let cache: ListCache
    private let decoder: TextDecoder
    private let patience: Double

    private var address: SongsAddress
    /// The list that is there, those that were handed out the longest time ago first.
    private var list: [Song] = []
    /// What was sent and not handed out yet.
    private var waiting: ArraySlice<Song> = []
    /// What was handed out of a list that is sent again and again.
    private var handedOut: Set<MarkKey> = []
    private var nextPage: String?
    private var lastAnswer: (time: Double, songs: [Song])?
    private var hasReadCache = false

    /// - Parameter patience: seconds that an answer may take; setting a mood has ten in all.
    init(
        mood: String, url: String, source: RemoteList, marks: MarkStore, cache: ListCache, decoder: TextDecoder,
        patience: Double = 9
    ) {
        self.mood = mood
        self.url = url
        self.source = source
        self.marks = marks
        self.cache = cache
        self.decoder = decoder
        self.patience = patience
        summary = url
        address = SongsAddress(url)
    }

    func batch(_ request: BatchRequest) async throws(ChannelFault) -> [Track] {
        await readCache()
        if request.occasion == .set {
            waiting = []
            nextPage = nil
        }
        waiting = waiting.filter { !isBanned($0) }[...]
        if waiting.isEmpty {
            do throws(ChannelFault) {
                try await fetch(request.occasion)
            } catch  where error.kind == .noMusic && request.occasion == .set && !list.isEmpty {
                // The service is there and says that what it sent before still holds.
                return kept(request.count)
            }
        }
        let songs = waiting.prefix(request.count)
        waiting = waiting.dropFirst(songs.count)
        handedOut.formUnion(songs.map(key))
        return songs.map(track)
    }

    func kept(_ count: Int) -> [Track] {
        let songs = Array(list.lazy.filter { !self.isBanned($0) }.prefix(count))
        let keys = Set(songs.map(key))
        list = list.filter { !keys.contains(key($0)) } + songs
        return songs.map(track)
    }

    func renewed(_ track: Track) async throws(ChannelFault) -> Track {
        guard let id = track.songID else { throw gone(track) }
        if let lastAnswer, Moment.now - lastAnswer.time < Self.freshness {
            // Many songs may ask at once: what one answer lacks, it lacks for all of them.
            guard let song = lastAnswer.songs.first(where: { $0.id == id }) else { throw gone(track) }
            if song.url != track.uri { return renewed(track, song) }
        }
        let answer = try await ask(address.request(.refill))
        guard let song = answer.songs.first(where: { $0.id == id }) else { throw gone(track) }
        return renewed(track, song)
    }

    func lyricsAddress(of track: Track) -> String? {
        list.first { $0.id.map { $0 == track.songID } ?? ($0.url == track.uri) }?.lyricsURL
    }

    func note(_ outcome: TrackOutcome, of track: Track) {
        if let id = track.songID { address.note(outcome, of: id) }
        if outcome == .banned {
            let key = MarkKey(remote: track)
            list.removeAll { self.key($0) == key }
            waiting.removeAll { self.key($0) == key }
        }
    }

    // MARK: The list

    /// Asks for songs until there are some that may be played.
    private func fetch(_ occasion: BatchRequest.Occasion) async throws(ChannelFault) {
        let answer = try await ask(nextPage ?? address.request(occasion))
        nextPage = answer.nextPage
        let banned = try await banned()
        let songs = answer.songs.filter { !$0.isAdvert && !banned.contains(key($0)) }
        guard !songs.isEmpty else {
            let isBanned = answer.songs.contains { banned.contains(key($0)) }
            throw ChannelFault(
                .noMusic,
                "no music for \(mood): \(host(of: url)) sends nothing " + (isBanned ? "but what is banned" : "new"))
        }
        var fresh = songs.filter { !handedOut.contains(key($0)) }
        if fresh.isEmpty {
            // The service sends the same list again: that is its way to go on.
            handedOut.subtract(songs.map(key))
            fresh = songs
        }
        waiting = fresh[...]
        keep(songs)
    }

    private func ask(_ url: String) async throws(ChannelFault) -> SongList {
        let answer = try await source.fetch(url, seconds: patience) { [decoder] bytes in
            var list = SongList.parse(bytes, address: url, decoder: decoder)
            list.songs = Array(list.songs.prefix(Self.mostSent))
            return list
        }
        switch answer.status {
        case .fine: lastAnswer = (Moment.now, answer.songs)
        case .nothingNew: break
        case .expired: throw ChannelFault(.unavailable, "\(host(of: url)): the sign-in isn't valid any more")
        case .failed(let reason): throw ChannelFault(.unavailable, "\(host(of: url)): \(reason)")
        }
        return answer
    }

    private func banned() async throws(ChannelFault) -> Set<MarkKey> {
        do {
            return try await marks.marks().marked(.ban, in: mood)
        } catch {
            throw ChannelFault(.unavailable, "\(error)")
        }
    }

    private func keep(_ songs: [Song]) {
        let keys = Set(songs.map(key))
        list = Array((list.filter { !keys.contains(key($0)) } + songs).suffix(Self.mostKept))
        cache.write(list.map(track), of: url)
    }

    private func readCache() async {
        guard !hasReadCache else { return }
        hasReadCache = true
        // What was kept may have been banned since.
        _ = try? await marks.marks()
        let tracks = await cache.read(of: url)
        if list.isEmpty { list = tracks.map(Song.init) }
    }

    // MARK: Songs and tracks

    private func isBanned(_ song: Song) -> Bool { marks.bans(key(song), in: mood) }

    private func key(_ song: Song) -> MarkKey { MarkKey(remote: track(song)) }

    private func track(_ song: Song) -> Track {
        var track = Track(uri: song.url)
        track.songID = song.id
        track.mood = mood
        track.title = song.title
        track.artists = song.artists
        track.album = song.album
        track.artwork = song.artwork
        track.duration = song.duration
        return track
    }

    private func renewed(_ track: Track, _ song: Song) -> Track {
        if let place = list.firstIndex(where: { $0.id == song.id }) { list[place].url = song.url }
        var track = track
        track.uri = song.url
        return track
    }

    private func gone(_ track: Track) -> ChannelFault {
        ChannelFault(.unavailable, "\(host(of: url)) doesn't have \(track.title ?? "this song") any more")
    }
}

extension Song {
    /// A song as it was kept.
    fileprivate init(_ track: Track) {
        self.init(url: track.uri)
        id = track.songID
        title = track.title
        artists = track.artists
        album = track.album
        artwork = track.artwork
        duration = track.duration
    }
}
