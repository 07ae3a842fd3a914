import Control
import EventLoop
import Files
import Glibc
import JSON
import Media
import MoodProtocol
import Moods
import Playback

/// Setting moods, listing them, and saying what fits them.
@ControlActor
struct MoodHandlers {
    let control: PlayerControl
    let music: MusicSources
    let setting: MoodSetting
    let verdicts: Verdicts
    let decoder: @ControlActor () -> TextDecoder
    let writeStatus: @ControlActor (inout JSONWriter) -> Void

    func register(with dispatcher: Dispatcher) {
        dispatcher.answerLater(.moodSet, set)
        dispatcher.answerLater(.moodList) { _, responder in
            responder.answer {
                let moods = try await list()
                return { writer in
                    writer.beginObject()
                    writer.key("moods")
                    writer.beginArray()
                    for mood in moods { mood.write(to: &writer) }
                    writer.endArray()
                    writer.endObject()
                }
            }
        }
        dispatcher.answerLater(.moodRate) { parameters, responder in
            let request = RateRequest(parameters)
            responder.answer {
                let (mood, rated) = try await rate(request)
                return { writer in
                    writer.beginObject()
                    writer.member("mood", mood)
                    writer.member("rated", rated)
                    writer.endObject()
                }
            }
        }
    }

    private func set(_ parameters: Parameters, _ responder: Responder) {
        do throws(RPCError) {
            guard let wanted = parameters.string("mood") else {
                try setting.leave()
                return responder.succeed(writeStatus)
            }
            let mood = Mood(
                name: try name(of: wanted), source: parameters.string("source"), score: parameters.number("score"))
            setting.set(mood) { fault in
                responder.precedeEvents()
                if let fault { responder.fail(fault) } else { responder.succeed(writeStatus) }
            }
        } catch {
            responder.fail(error)
        }
    }

    private func name(of mood: String) throws(RPCError) -> String {
        do throws(ChannelFault) {
            return try music.channels.name(of: mood)
        } catch {
            throw RPCError(error)
        }
    }

    private func list() async throws -> [MoodInfo] {
        let marks = try await music.marks.marks()
        var moods: [MoodInfo] = []
        for name in music.channels.names {
            guard let channel = music.channels.channel(of: name) else { continue }
            var mood = MoodInfo(name: name, channel: channel.summary, error: setting.fault(of: name))
            mood.banned = marks.marked(.ban, in: name).count
            if let counts = try await music.channels.counts(of: name) {
                mood.tracks = MoodInfo.Tracks(mark: counts.mark, tag: counts.tag, genre: counts.genre)
            }
            moods.append(mood)
        }
        return moods
    }

    // MARK: Rating

    private struct RateRequest: Sendable {
        let verdict: Marks.Verdict?
        let mood: String?
        let entry: UInt32?
        let items: [Item]?

        init(_ parameters: Parameters) {
            verdict = parameters.string("verdict").flatMap(Marks.Verdict.init(rawValue:))
            mood = parameters.string("mood")
            entry = parameters.entry("entry")
            items = parameters.items("items")
        }
    }

    private func rate(_ request: RateRequest) async throws -> (mood: String, rated: Int) {
        guard let wanted = request.mood ?? control.player.mood?.name else {
            throw RPCError(.notFound, "no mood is set: name one of \(music.channels.names.joined(separator: ", "))")
        }
        let mood = try name(of: wanted)
        let decoder = decoder()
        if let items = request.items {
            let keys = try await music.workers.run { cancellation in
                try Self.keys(of: items, LibraryFile(decoder: decoder), cancellation)
            }
            try await verdicts.rate(request.verdict, keys, in: mood)
            return (mood, keys.count)
        }
        let entry = try control.entry(request.entry)
        let key = try await music.workers.run { _ in try Self.key(of: entry.track, LibraryFile(decoder: decoder)) }
        try await verdicts.rate(request.verdict, [key], in: mood, entry: entry)
        return (mood, 1)
    }

    private nonisolated static func key(of track: Track, _ reader: LibraryFile) throws(RPCError) -> MarkKey {
        guard let path = Location.path(uri: track.uri) else { return MarkKey(remote: track) }
        guard let key = reader.markKey(path) else {
            throw RPCError(.notFound, "\(track.uri): there is no audio in it to know it by")
        }
        return key
    }

    /// The recordings that files, folders and addresses lead to.
    private nonisolated static func keys(
        of items: [Item], _ reader: LibraryFile, _ cancellation: Cancellation
    ) throws -> [MarkKey] {
        var keys: [MarkKey] = []
        for item in items {
            guard let path = Location.path(uri: item.uri) else {
                keys.append(MarkKey(remote: Track(uri: item.uri)))
                continue
            }
            var status = stat()
            guard path.withCString({ stat($0, &status) }) == 0 else {
                let reason = MissingFolder.above(path).map(MissingFolder.message) ?? "\(item.uri): no such file"
                throw RPCError(.notFound, reason)
            }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                keys.append(try key(of: Track(uri: item.uri), reader))
                continue
            }
            for folder in FolderWalk(path) {
                for file in folder.paths {
                    try cancellation.check()
                    if let key = reader.markKey(file) { keys.append(key) }
                }
            }
        }
        guard !keys.isEmpty else {
            throw RPCError(.noMusic, "there is no music in \(items.map(\.uri).joined(separator: ", "))")
        }
        return keys
    }
}
