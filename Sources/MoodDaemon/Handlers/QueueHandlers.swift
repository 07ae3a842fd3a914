import Control
import EventLoop
import JSON
import MoodProtocol
import Playback

/// Listing and editing the queue.
@ControlActor
struct QueueHandlers {
    let control: PlayerControl
    /// Takes back the last edit, or what the user said of a track if that came later.
    let undo: @ControlActor () throws(RPCError) -> Void

    private static let longestPage = 1000
    /// Bytes that an entry takes as a rule, so that a page needn't be moved while it grows.
    private static let usualSize = 384

    func register(with dispatcher: Dispatcher) {
        dispatcher.answer(.queueList, list)
        dispatcher.answer(.queueRemove) { parameters, writer throws(RPCError) in
            let entries = try entries(parameters)
            let outcome = try edit(.remove(entries))
            writer.beginObject()
            writer.member("removed", outcome.removed)
            writer.member("version", version)
            writer.endObject()
        }
        dispatcher.answer(.queueMove) { parameters, writer throws(RPCError) in
            let destination = parameters.place("at").map { Destination($0) } ?? .end
            let count = control.player.queue.count
            if case .index(let place) = destination, place >= count { throw .noSuchEntry(index: place, count: count) }
            try edit(.move(entries(parameters), to: destination))
            writeVersion(&writer)
        }
        dispatcher.answer(.queueClear) { parameters, writer throws(RPCError) in
            try edit(.clear(keepCurrent: parameters.flag("keepCurrent")))
            writeVersion(&writer)
        }
        dispatcher.answer(.queueShuffle) { _, writer throws(RPCError) in
            try edit(.shuffle)
            writeVersion(&writer)
        }
        dispatcher.answer(.queueSort) { parameters, writer throws(RPCError) in
            let key = parameters.string("by").flatMap(SortKey.init(rawValue:)) ?? .title
            try edit(.sort(key, descending: parameters.flag("descending")))
            writeVersion(&writer)
        }
        dispatcher.answer(.queueUndo) { _, writer throws(RPCError) in
            try undo()
            writer.beginObject()
            writer.member("undone", true)
            writer.member("version", version)
            writer.endObject()
        }
    }

    private var version: Int { Int(truncatingIfNeeded: control.player.queue.version) }

    @discardableResult
    private func edit(_ edit: Edit) throws(RPCError) -> PlayerControl.Outcome {
        try control.perform(.edit(edit, heard: control.position))
    }

    private func writeVersion(_ writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("version", version)
        writer.endObject()
    }

    /// The entries that a request names, by their numbers or by a range of places.
    private func entries(_ parameters: Parameters) throws(RPCError) -> [EntryID] {
        let queue = control.player.queue
        if let ids = parameters.entries("entries") {
            for id in ids where !queue.contains(EntryID(rawValue: id)) { throw .noSuchEntry(id: id) }
            return ids.map(EntryID.init(rawValue:))
        }
        let from = parameters.integer("from") ?? 0
        let to = parameters.integer("to") ?? from
        guard from < to else {
            throw .invalidParameter("to", "to is the index after the last one, and from comes before it")
        }
        guard queue.order.indices.contains(from) else { throw .noSuchEntry(index: from, count: queue.count) }
        guard to <= queue.count else { throw .noSuchEntry(index: to - 1, count: queue.count) }
        return Array(queue.order[from..<to])
    }

    private func list(_ parameters: Parameters, _ writer: inout JSONWriter) {
        let player = control.player
        let offset = max(parameters.integer("offset") ?? 0, 0)
        let limit = min(parameters.integer("limit") ?? Self.longestPage, Self.longestPage)
        let isInPlayOrder = parameters.string("order") == "play"
        let total = isInPlayOrder ? player.upcomingCount : player.queue.count
        let page =
            isInPlayOrder
            ? player.upcoming(offset: offset, limit: limit)
            : Array(player.queue.order.dropFirst(offset).prefix(limit))
        writer.bytes.reserveCapacity(writer.bytes.count + page.count * Self.usualSize)
        writer.beginObject()
        writer.key("entries")
        writer.beginArray()
        for id in page {
            if let entry = player.queue.entry(id) { MoodProtocol.Entry.write(entry, to: &writer) }
        }
        writer.endArray()
        writer.member("total", total)
        writer.member("version", version)
        writer.member("current", player.current?.rawValue)
        writer.endObject()
    }
}

extension Destination {
    /// A place as clients name it.
    init(_ place: MoodProtocol.Place) {
        switch place {
        case .index(let index): self = .index(index)
        case .next: self = .next
        case .end: self = .end
        }
    }
}
