import JSON
import Playback

/// Writes an edit of the queue as members of the event that carries it.
enum EditWriter {
    static func write(_ edit: Edit, to writer: inout JSONWriter) {
        func name(_ name: StaticString) { writer.member("edit", word: name) }
        switch edit {
        case .add(let addition):
            name("add")
            write(addition.destination, to: &writer)
            if addition.plays { writer.member("plays", true) }
            if addition.replaces { writer.member("replaces", true) }
            writer.present("batch", addition.batch)
            write(addition.tracks, to: &writer)
        case .remove(let entries):
            name("remove")
            writer.present("entries", entries)
        case .move(let entries, let destination):
            name("move")
            write(destination, to: &writer)
            writer.present("entries", entries)
        case .clear(let keepCurrent):
            name("clear")
            writer.member("flag", keepCurrent)
        case .shuffle: name("shuffle")
        case .sort(let key, let descending):
            name("sort")
            writer.member("by", key.rawValue)
            writer.member("flag", descending)
        case .setMood(let mood, let tracks):
            name("setMood")
            write(mood, to: &writer)
            write(tracks, to: &writer)
        case .leaveMood: name("leaveMood")
        case .restore(let restoration):
            name("restore")
            write(restoration, to: &writer)
        }
    }

    static func write(_ tracks: [Track], to writer: inout JSONWriter) {
        var tracksWriter = SavedTrackWriter()
        writer.bytes.reserveCapacity(tracks.reduce(writer.bytes.count + 1024) { $0 + $1.uri.utf8.count + 32 })
        writer.key("tracks")
        writer.beginArray()
        for track in tracks { tracksWriter.write(track, to: &writer) }
        writer.endArray()
    }

    static func write(_ tracks: [EntryID: Track], to writer: inout JSONWriter) {
        var tracksWriter = SavedTrackWriter()
        writer.key("tracks")
        writer.beginArray()
        for (entry, track) in tracks.sorted(by: { $0.key < $1.key }) {
            tracksWriter.write(track, id: entry, to: &writer)
        }
        writer.endArray()
    }

    static func write(_ mood: Mood?, to writer: inout JSONWriter) {
        guard let mood else { return }
        writer.key("mood")
        writer.beginObject()
        writer.member("name", mood.name)
        writer.present("source", mood.source)
        writer.present("score", mood.score)
        writer.endObject()
    }

    private static func write(_ destination: Destination, to writer: inout JSONWriter) {
        switch destination {
        case .index(let index): writer.member("index", index)
        case .next: writer.member("at", word: "next")
        case .end: writer.member("at", word: "end")
        }
    }

    private static func write(_ restoration: Restoration, to writer: inout JSONWriter) {
        writer.key("restoration")
        writer.beginObject()
        writer.present("dropped", restoration.dropped)
        write("placements", restoration.placements, to: &writer)
        write("turns", restoration.turns, to: &writer)
        writer.member("playedTurns", restoration.playedTurns)
        writer.member("insertedTurns", restoration.insertedTurns)
        writer.present("order", restoration.order)
        write(restoration.mood, to: &writer)
        writer.present("entry", restoration.place.entry)
        writer.member("position", restoration.place.position)
        writer.member("state", restoration.place.state.rawValue)
        if let history = restoration.history {
            writer.present("history", history.entries)
            writer.member("back", history.back)
        }
        QueueWriter.write(restoration.removed, to: &writer) { _ in }
        writer.endObject()
    }

    private static func write(
        _ name: StaticString, _ placements: [Restoration.Placement], to writer: inout JSONWriter
    ) {
        writer.key(name)
        writer.beginArray()
        for placement in placements {
            writer.value(placement.entry.rawValue)
            writer.value(placement.place)
        }
        writer.endArray()
    }
}
