import JSON

/// The volume: the answer to `volume` and `mute`, and the value of the topic `volume`.
public struct VolumeStatus: Equatable, Sendable {
    /// 0...100, as mixers show it; nil until known.
    public var level: Int?
    /// Whether it is muted.
    public var muted: Bool

    /// A level, and whether it is muted.
    public init(level: Int?, muted: Bool) {
        self.level = level
        self.muted = muted
    }

    /// Writes it as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("level", level)
        writer.member("muted", muted)
        writer.endObject()
    }

    /// Reads an object.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        self.init(level: nil, muted: false)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "level": level = try reader.readOptionalInt()
            case "muted": muted = try reader.readBool()
            default: try reader.skipValue()
            }
        }
    }
}

/// The mood that is set, and the value of the topic `mood`.
public struct MoodStatus: Equatable, Sendable {
    /// The mood.
    public var name: String
    /// Who or what set it.
    public var source: String?
    /// How sure that one was, 0...1.
    public var score: Double?

    /// A mood, who set it, and how sure that one was.
    public init(name: String, source: String? = nil, score: Double? = nil) {
        self.name = name
        self.source = source
        self.score = score
    }

    /// Writes it as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("source", source)
        writer.member("score", thousandths: score)
        writer.endObject()
    }

    /// Reads an object.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        self.init(name: "")
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name": name = try reader.readString()
            case "source": source = try reader.readOptionalString()
            case "score": score = try reader.readOptionalDouble()
            default: try reader.skipValue()
            }
        }
    }
}

/// Where the sound goes, and the value of the topic `output`.
public struct OutputInfo: Equatable, Sendable {
    /// The sink's name for a person, else the output's kind.
    public var name: String
    /// `idle`, `connecting`, `connected` or `unavailable`.
    public var state: String

    /// A name and a state.
    public init(name: String, state: String) {
        self.name = name
        self.state = state
    }

    /// Writes it as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("state", state)
        writer.endObject()
    }

    /// Reads an object.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        self.init(name: "", state: "")
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name": name = try reader.readString()
            case "state": state = try reader.readString()
            default: try reader.skipValue()
            }
        }
    }
}

/// What is decoded.
public struct SampleFormat: Equatable, Sendable {
    /// Samples a second.
    public var rate: Int
    /// 1 for mono, 2 for stereo.
    public var channels: Int

    /// A rate and a number of channels.
    public init(rate: Int, channels: Int) {
        self.rate = rate
        self.channels = channels
    }

    /// Writes it as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("rate", rate)
        writer.member("channels", channels)
        writer.endObject()
    }

    /// Reads an object.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        self.init(rate: 0, channels: 0)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "rate": rate = try reader.readInt()
            case "channels": channels = try reader.readInt()
            default: try reader.skipValue()
            }
        }
    }
}
