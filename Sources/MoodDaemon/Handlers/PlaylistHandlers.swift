import Control
import EventLoop
import JSON
import Media
import MoodProtocol
import Playback

/// Playlists that are kept: saved, listed and removed one after another on a worker thread, in the order of the requests.
@ControlActor
final class PlaylistHandlers {
    private let control: PlayerControl
    private let workers: FileWorkers
    private let store: @ControlActor () -> PlaylistStore
    private var last: Task<Void, any Error>?

    init(control: PlayerControl, workers: FileWorkers, store: @escaping @ControlActor () -> PlaylistStore) {
        self.control = control
        self.workers = workers
        self.store = store
    }

    func register(with dispatcher: Dispatcher) {
        dispatcher.answerLater(.playlistList) { [self] _, responder in
            answer(responder) { store throws(PlaylistFault) in
                try store.list()
            } writing: { playlists, writer in
                writer.beginObject()
                writer.key("playlists")
                writer.beginArray()
                for one in playlists {
                    PlaylistInfo(name: one.name, count: one.count, modified: one.modified).write(to: &writer)
                }
                writer.endArray()
                writer.endObject()
            }
        }
        dispatcher.answerLater(.playlistGet) { [self] parameters, responder in
            let name = parameters.string("name") ?? ""
            answer(responder) { store throws(PlaylistFault) in
                try store.entries(of: name)
            } writing: { entries, writer in
                writer.beginObject()
                writer.key("entries")
                writer.beginArray()
                for entry in entries { MoodProtocol.Entry.write(Track(entry), to: &writer) }
                writer.endArray()
                writer.endObject()
            }
        }
        dispatcher.answerLater(.playlistSave) { [self] parameters, responder in save(parameters, responder) }
        dispatcher.answerLater(.playlistRemove) { [self] parameters, responder in
            let name = parameters.string("name") ?? ""
            answer(responder) { store throws(PlaylistFault) in
                try store.remove(name)
            } writing: { _, writer in
                writer.beginObject()
                writer.endObject()
            }
        }
    }

    private func save(_ parameters: Parameters, _ responder: Responder) {
        let name = parameters.string("name") ?? ""
        let queue = control.player.queue
        let ids = parameters.entries("entries")?.map(EntryID.init(rawValue:))
        if let missing = ids?.first(where: { !queue.contains($0) }) {
            return responder.fail(.noSuchEntry(id: missing.rawValue))
        }
        let mode: PlaylistStore.SaveMode =
            parameters.flag("append") ? .append : parameters.flag("force") ? .overwrite : .keep
        answer(responder) { store throws(PlaylistFault) in
            let entries = (ids ?? queue.order).compactMap { queue.entry($0) }.map { PlaylistEntry($0.track) }
            return try store.save(entries, as: name, mode: mode)
        } writing: { count, writer in
            writer.beginObject()
            writer.member("name", name)
            writer.member("count", count)
            writer.endObject()
        }
    }

    private func answer<Result: Sendable>(
        _ responder: Responder, _ work: @escaping @Sendable (PlaylistStore) throws(PlaylistFault) -> Result,
        writing write: @escaping @ControlActor (Result, inout JSONWriter) -> Void
    ) {
        let former = last
        let store = store()
        last = ControlActor.start { [self] in
            _ = try? await former?.value
            do {
                let result = try await workers.run { _ in try work(store) }
                responder.succeed { writer in write(result, &writer) }
            } catch let fault as PlaylistFault {
                responder.fail(RPCError(fault))
            } catch {
                responder.fail(RPCError(.limitReached, "\(error)"))
            }
        }
    }
}

extension RPCError {
    /// A fault of the kept playlists as clients see it.
    init(_ fault: PlaylistFault) {
        switch fault {
        case .name: self = .invalidParameter("name", fault.description)
        case .notFound: self.init(.notFound, fault.description)
        case .exists: self.init(.alreadyExists, fault.description)
        case .file: self.init(.internalError, fault.description)
        }
    }
}

extension PlaylistEntry {
    /// A track as a playlist names it.
    init(_ track: Track) {
        self.init(uri: track.uri)
        title = track.title
        artist = track.artists.isEmpty ? nil : track.artists.joined(separator: ", ")
        album = track.album
        duration = track.duration
        artwork = track.artwork
    }
}

extension Track {
    /// A playlist's entry as a track.
    init(_ entry: PlaylistEntry) {
        self.init(uri: entry.uri)
        title = entry.title
        artists = entry.artist.map { [$0] } ?? []
        album = entry.album
        duration = entry.duration
        artwork = entry.artwork
    }
}
