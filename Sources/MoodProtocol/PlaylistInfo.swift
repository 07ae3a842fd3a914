import JSON

/// One playlist of `playlist.list`.
public struct PlaylistInfo: Equatable, Sendable {
    /// Its name.
    public var name: String
    /// How many entries it holds; nil if that isn't known.
    public var count: Int?
    /// When it was changed last, in seconds of UNIX time.
    public var modified: Double?

    /// A playlist, how much it holds, and when it was changed.
    public init(name: String, count: Int? = nil, modified: Double? = nil) {
        self.name = name
        self.count = count
        self.modified = modified
    }

    /// Writes it as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("count", count)
        writer.member("modified", thousandths: modified)
        writer.endObject()
    }

    /// Reads an object.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        self.init(name: "")
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name": name = try reader.readString()
            case "count": count = try reader.readOptionalInt()
            case "modified": modified = try reader.readOptionalDouble()
            default: try reader.skipValue()
            }
        }
    }
}
