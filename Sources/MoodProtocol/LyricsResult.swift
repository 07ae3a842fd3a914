import JSON

/// The answer to `lyrics`.
public struct LyricsResult: Equatable, Sendable {
    /// One line.
    public struct Line: Equatable, Sendable {
        /// Seconds from the track's start at which it is sung; nil if that isn't known.
        public var time: Double?
        /// What is sung.
        public var text: String

        /// A line.
        public init(time: Double?, text: String) {
            self.time = time
            self.text = text
        }
    }

    /// Whether the lines have their times.
    public var synced: Bool
    /// The lines, in order.
    public var lines: [Line]
    /// Where they come from: `file`, `tags` or `channel`.
    public var source: String

    /// Lyrics and where they come from.
    public init(synced: Bool, lines: [Line], source: String) {
        self.synced = synced
        self.lines = lines
        self.source = source
    }

    /// Writes it as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("synced", synced)
        writer.key("lines")
        writer.beginArray()
        for line in lines {
            writer.beginObject()
            writer.member("time", thousandths: line.time)
            writer.member("text", line.text)
            writer.endObject()
        }
        writer.endArray()
        writer.member("source", source)
        writer.endObject()
    }
}

/// The line that is sung: the value of the topic `lyrics`.
public struct LyricEvent: Equatable, Sendable {
    /// The entry that plays.
    public var entry: UInt32
    /// Seconds from its start at which the line begins.
    public var time: Double
    /// What is sung.
    public var text: String

    /// A line of an entry.
    public init(entry: UInt32, time: Double, text: String) {
        self.entry = entry
        self.time = time
        self.text = text
    }

    /// Writes it as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("entry", entry)
        writer.member("time", thousandths: time)
        writer.member("text", text)
        writer.endObject()
    }
}
