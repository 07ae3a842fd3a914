import Control
import EventLoop
import Files
import JSON
import Media
import MoodProtocol
import Moods

/// Finding music in the library, and bringing its index up to date.
@ControlActor
struct LibraryHandlers {
    private static let longestPage = 1000

    let library: Library

    func register(with dispatcher: Dispatcher) {
        dispatcher.answerLater(.librarySearch) { parameters, responder in
            let listing = parameters.string("by").flatMap(LibrarySearch.Listing.init(rawValue:)) ?? .track
            let search = LibrarySearch(
                parameters.string("words") ?? "", by: listing, isExpanded: parameters.flag("expand"))
            let offset = parameters.integer("offset") ?? 0
            let limit = parameters.integer("limit") ?? Self.longestPage
            responder.answer {
                do {
                    let page = try await library.search(search, offset: offset, limit: limit)
                    return { writer in Self.write(page, to: &writer) }
                } catch let fault as LibraryFault {
                    throw RPCError(.internalError, fault.description)
                }
            }
        }
        dispatcher.answerLater(.libraryUpdate) { parameters, responder in
            let item = parameters.string("path")
            responder.answer {
                let changes = try await update(item)
                return { writer in
                    writer.beginObject()
                    writer.member("added", changes.added)
                    writer.member("changed", changes.changed)
                    writer.member("removed", changes.removed)
                    writer.endObject()
                }
            }
        }
    }

    private func update(_ item: String?) async throws -> LibraryChanges {
        guard let item else { return try await library.update() }
        guard let path = Location.path(uri: item) else {
            throw RPCError.invalidParameter("path", "\(item) isn't an absolute path")
        }
        do {
            return try await library.update(path)
        } catch let fault as LibraryFault {
            throw RPCError(.notFound, fault.description)
        }
    }

    private static func write(_ page: Library.Page, to writer: inout JSONWriter) {
        writer.beginObject()
        switch page {
        case .tracks(let tracks, let total):
            writer.key("tracks")
            writer.beginArray()
            for track in tracks { MoodProtocol.Entry.write(track, to: &writer) }
            writer.endArray()
            writer.member("total", total)
        case .groups(let groups, let total):
            writer.key("groups")
            writer.beginArray()
            for group in groups {
                writer.beginObject()
                writer.member("name", group.name)
                writer.member("artist", group.artist)
                writer.member("count", group.count)
                writer.endObject()
            }
            writer.endArray()
            writer.member("total", total)
        }
        writer.endObject()
    }
}
