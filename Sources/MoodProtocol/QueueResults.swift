import JSON

/// The answer to `queue.list` and `playlist.get`.
public struct EntryList: Equatable, Sendable {
    /// The entries asked for.
    public var entries: [Entry]
    /// How many there are.
    public var total: Int
    /// Raised by each edit of the queue.
    public var version: Int
    /// The current entry's id.
    public var current: UInt32?

    /// A page of entries.
    public init(entries: [Entry] = [], total: Int = 0, version: Int = 0, current: UInt32? = nil) {
        self.entries = entries
        self.total = total
        self.version = version
        self.current = current
    }

    /// Writes it as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("entries")
        writer.beginArray()
        for entry in entries { entry.write(to: &writer) }
        writer.endArray()
        writer.member("total", total)
        writer.member("version", version)
        writer.member("current", current)
        writer.endObject()
    }

    /// Reads an object.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "entries":
                try reader.beginArray()
                while try reader.nextElement() { entries.append(try Entry(reading: &reader)) }
            case "total": total = try reader.readInt()
            case "version": version = try reader.readInt()
            case "current": current = try reader.readNull() ? nil : reader.readUInt32()
            default: try reader.skipValue()
            }
        }
    }
}

/// The answer to `queue.add` and `playlist.load`.
public struct AddResult: Equatable, Sendable {
    /// What was not added.
    public struct Skipped: Equatable, Sendable {
        /// As it was named, or the file it led to.
        public var item: String
        /// Why, for a person.
        public var reason: String

        /// An item and why it was passed over.
        public init(item: String, reason: String) {
            self.item = item
            self.reason = reason
        }
    }

    /// How many skipped items are named at most.
    public static let mostSkipped = 100

    /// How many entries were added.
    public var added: Int
    /// The first of what was passed over.
    public var skipped: [Skipped]
    /// How many were passed over.
    public var skippedCount: Int
    /// Folders that were added without the files in them whose kind isn't supported.
    public var unsupported: [Skipped] = []
    /// Raised by each edit of the queue.
    public var version: Int

    /// What came of an addition.
    public init(added: Int = 0, skipped: [Skipped] = [], skippedCount: Int = 0, version: Int = 0) {
        self.added = added
        self.skipped = skipped
        self.skippedCount = skippedCount
        self.version = version
    }

    /// Writes it as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("added", added)
        writer.key("skipped")
        Self.write(skipped, to: &writer)
        writer.member("skippedCount", skippedCount)
        writer.key("unsupported")
        Self.write(unsupported, to: &writer)
        writer.member("version", version)
        writer.endObject()
    }

    private static func write(_ list: [Skipped], to writer: inout JSONWriter) {
        writer.beginArray()
        for skipped in list.prefix(mostSkipped) {
            writer.beginObject()
            writer.member("item", skipped.item)
            writer.member("reason", skipped.reason)
            writer.endObject()
        }
        writer.endArray()
    }

    private static func read(_ reader: inout JSONReader) throws(JSONError) -> [Skipped] {
        var list: [Skipped] = []
        try reader.beginArray()
        while try reader.nextElement() {
            let value = try JSONValue(reading: &reader)
            list.append(Skipped(item: value["item"]?.string ?? "", reason: value["reason"]?.string ?? ""))
        }
        return list
    }

    /// Reads an object.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "added": added = try reader.readInt()
            case "skipped": skipped = try Self.read(&reader)
            case "skippedCount": skippedCount = try reader.readInt()
            case "unsupported": unsupported = try Self.read(&reader)
            case "version": version = try reader.readInt()
            default: try reader.skipValue()
            }
        }
    }
}

/// The value of the topic `queue`.
public struct QueueSummary: Equatable, Sendable {
    /// Raised by each edit of the queue.
    public var version: Int
    /// How many entries there are.
    public var total: Int
    /// The current entry's id.
    public var current: UInt32?
    /// The current entry's place, from 0.
    public var index: Int?

    /// The queue without its entries.
    public init(version: Int = 0, total: Int = 0, current: UInt32? = nil, index: Int? = nil) {
        self.version = version
        self.total = total
        self.current = current
        self.index = index
    }

    /// Writes it as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("version", version)
        writer.member("total", total)
        writer.member("current", current)
        writer.member("index", index)
        writer.endObject()
    }

    /// Reads an object.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "version": version = try reader.readInt()
            case "total": total = try reader.readInt()
            case "current": current = try reader.readNull() ? nil : reader.readUInt32()
            case "index": index = try reader.readOptionalInt()
            default: try reader.skipValue()
            }
        }
    }
}
