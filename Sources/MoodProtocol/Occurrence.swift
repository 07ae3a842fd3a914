import JSON

/// An entry was left: the value of the topic `played`, which scrobblers want.
public struct PlayedEvent: Equatable, Sendable {
    /// The ways in which an entry is left.
    public enum How: String, Sendable {
        case end, next, stop, error
    }

    /// The entry, which may be gone from the queue by now.
    public var entry: Entry
    /// How long it was heard, in seconds.
    public var heard: Double
    /// How it was left.
    public var how: How

    /// An entry that was left.
    public init(entry: Entry, heard: Double, how: How) {
        self.entry = entry
        self.heard = heard
        self.how = how
    }

    /// Writes it as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("entry")
        entry.write(to: &writer)
        writer.member("heard", thousandths: heard)
        writer.member("how", how.rawValue)
        writer.endObject()
    }

    /// Reads an object.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        self.init(entry: Entry(id: 0, uri: "", name: ""), heard: 0, how: .end)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "entry": entry = try Entry(reading: &reader)
            case "heard": heard = try reader.readDouble()
            case "how": how = How(rawValue: try reader.readString()) ?? .end
            default: try reader.skipValue()
            }
        }
    }
}

/// A fault: the value of the topic `error`.
public struct ErrorEvent: Equatable, Sendable {
    /// One of the words of `RPCError.Reason`.
    public var reason: String
    /// What happened, for a person.
    public var message: String
    /// The entry's id, if it concerns one.
    public var entry: UInt32?

    /// A fault, and the entry it concerns.
    public init(reason: RPCError.Reason, message: String, entry: UInt32? = nil) {
        self.reason = reason.word.description
        self.message = message
        self.entry = entry
    }

    /// Writes it as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("reason", reason)
        writer.member("message", message)
        writer.member("entry", entry)
        writer.endObject()
    }

    /// Reads an object.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        self.init(reason: .internalError, message: "")
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "reason": reason = try reader.readString()
            case "message": message = try reader.readString()
            case "entry": entry = try reader.readNull() ? nil : reader.readUInt32()
            default: try reader.skipValue()
            }
        }
    }
}
