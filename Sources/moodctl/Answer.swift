import JSON
import MoodProtocol

/// What the daemon answered, as it wrote it.
struct Answer: Sendable {
    /// One value in JSON.
    let result: [UInt8]

    static let emptyQueue = "the queue is empty: moodctl add ~/Music, or moodctl mood calm"

    /// Whether it is the player's status, as the commands that play answer.
    var isStatus: Bool { (try? value())?["state"] != nil }

    func value() throws(Fault) -> JSONValue {
        try read { (reader) throws(JSONError) in try JSONValue(reading: &reader) }
    }

    func status() throws(Fault) -> Status {
        try read { (reader) throws(JSONError) in try Status(reading: &reader) }
    }

    /// A page of the queue.
    func entries() throws(Fault) -> EntryList {
        try read { (reader) throws(JSONError) in try EntryList(reading: &reader) }
    }

    /// What a search in the library found, a page of it.
    func found() throws(Fault) -> (tracks: [Entry], total: Int) {
        try read { (reader) throws(JSONError) in
            var tracks: [Entry] = []
            var total = 0
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "tracks":
                    try reader.beginArray()
                    while try reader.nextElement() { tracks.append(try Entry(reading: &reader)) }
                case "total": total = try reader.readInt()
                default: try reader.skipValue()
                }
            }
            return (tracks, total)
        }
    }

    /// Reads the one value with `body`.
    func read<Value>(_ body: (inout JSONReader) throws(JSONError) -> Value) throws(Fault) -> Value {
        do throws(JSONError) {
            return try JSONReader.read(result, depthLimit: 64, body)
        } catch {
            throw .refused("moodd's answer can't be read (\(error)): \(UserService.restart)")
        }
    }
}
