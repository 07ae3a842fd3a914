import JSON
import Playback

extension EventReader {
    /// The edit of the members that were gathered.
    func makeEdit() -> Edit? {
        switch edit {
        case "add":
            .add(
                Addition(
                    tracks.map(\.track), at: destination, plays: plays, replaces: replaces, batch: batch))
        case "remove": .remove(entries)
        case "move": .move(entries, to: destination)
        case "clear": .clear(keepCurrent: flag ?? false)
        case "shuffle": .shuffle
        case "sort": by.map { .sort($0, descending: flag ?? false) }
        case "setMood": mood.map { .setMood($0, tracks.map(\.track)) }
        case "leaveMood": .leaveMood
        case "restore": restoration.map { .restore($0) }
        default: nil
        }
    }

    private var destination: Destination {
        index.map { .index($0) } ?? (at == "next" ? .next : .end)
    }
}

/// Reads the parts of edits.
enum EditReader {
    static func mood(_ reader: inout JSONReader) throws(JSONError) -> Mood {
        var mood = Mood(name: "")
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name": mood.name = try reader.readString()
            case "source": mood.source = try reader.readString()
            case "score": mood.score = try reader.readDouble()
            default: try reader.skipValue()
            }
        }
        return mood
    }

    static func entries(_ reader: inout JSONReader) throws(JSONError) -> [EntryID] {
        var entries: [EntryID] = []
        try reader.beginArray()
        while try reader.nextElement() { entries.append(EntryID(rawValue: try reader.readUInt32())) }
        return entries
    }

    static func tracks(_ reader: inout JSONReader) throws(JSONError) -> [(id: EntryID?, track: Track)] {
        var tracksReader = SavedTrackReader()
        var tracks: [(id: EntryID?, track: Track)] = []
        try reader.beginArray()
        while try reader.nextElement() {
            let (id, track, _) = try tracksReader.read(&reader)
            tracks.append((id, track))
        }
        return tracks
    }

    static func restoration(_ reader: inout JSONReader) throws(JSONError) -> Restoration {
        var restoration = Restoration(mood: nil, place: Restoration.Place(entry: nil, position: 0, state: .stopped))
        var history: [EntryID]?
        var back = 0
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "dropped": restoration.dropped = try entries(&reader)
            case "placements": restoration.placements = try placements(&reader)
            case "turns": restoration.turns = try placements(&reader)
            case "playedTurns": restoration.playedTurns = try reader.readInt()
            case "insertedTurns": restoration.insertedTurns = try reader.readInt()
            case "order": restoration.order = try entries(&reader)
            case "mood": restoration.mood = try mood(&reader)
            case "entry": restoration.place.entry = EntryID(rawValue: try reader.readUInt32())
            case "position": restoration.place.position = try reader.readDouble()
            case "state": restoration.place.state = Player.State(rawValue: try reader.readString()) ?? .stopped
            case "history": history = try entries(&reader)
            case "back": back = try reader.readInt()
            case "queue": restoration.removed = try QueueReader.read(&reader)
            default: try reader.skipValue()
            }
        }
        restoration.history = history.map { Restoration.History(entries: $0, back: back) }
        // What follows counts on these.
        restoration.playedTurns = min(max(restoration.playedTurns, 0), restoration.turns.count)
        restoration.insertedTurns = min(
            max(restoration.insertedTurns, 0), restoration.turns.count - restoration.playedTurns)
        return restoration
    }

    private static func placements(_ reader: inout JSONReader) throws(JSONError) -> [Restoration.Placement] {
        var placements: [Restoration.Placement] = []
        try reader.beginArray()
        while try reader.nextElement() {
            let entry = EntryID(rawValue: try reader.readUInt32())
            guard try reader.nextElement() else { break }
            placements.append(Restoration.Placement(entry: entry, place: try reader.readUInt32()))
        }
        return placements
    }
}
