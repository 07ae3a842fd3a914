import JSON

/// How things stand: the answer to `status` and to what plays, and the value of the topic `player`.
public struct Status: Equatable, Sendable {
    /// The states of the player.
    public enum State: String, Sendable {
        case playing, paused, stopped
    }

    /// Whether it plays.
    public var state = State.stopped
    /// Whether sound is still to come: from the command to the first sample, and while it waits.
    public var stalled = false
    /// The current entry.
    public var entry: Entry?
    /// What plays after it.
    public var next: Entry?
    /// The current entry's place, from 0.
    public var index: Int?
    /// How many entries there are.
    public var queueLength = 0
    /// Seconds heard.
    public var position: Double?
    /// When the position held, in seconds of UNIX time; it runs on while playing and not stalled.
    public var positionTime: Double?
    /// Seconds.
    public var duration: Double?
    /// The fraction that has arrived, 0...1.
    public var buffered: Double?
    /// kbit/s.
    public var bitrate: Int?
    /// What is decoded.
    public var format: SampleFormat?
    /// 0...100; nil until known.
    public var volume: Int?
    /// Whether it is muted.
    public var muted = false
    /// How it goes on.
    public var modes = Modes()
    /// The mood that is set.
    public var mood: MoodStatus?
    /// Where the sound goes.
    public var output: OutputInfo?
    /// Seconds until it pauses.
    public var sleepRemaining: Double?
    /// The last fault, for a person; nil once it plays again.
    public var error: String?

    /// Stopped, with nothing in the queue.
    public init() {}

    /// Writes it as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeEntries(to: &writer)
        writeRest(to: &writer)
        writer.endObject()
    }

    /// Writes the first members, the two entries among them: the longer part, which a change of the player alone changes.
    public func writeEntries(to writer: inout JSONWriter) {
        writer.member("state", state.rawValue)
        writer.member("stalled", stalled)
        writer.key("entry")
        if let entry { entry.write(to: &writer) } else { writer.null() }
        writer.key("next")
        if let next { next.write(to: &writer) } else { writer.null() }
        writer.member("index", index)
        writer.member("queueLength", queueLength)
    }

    /// Writes the members behind those of `writeEntries`.
    public func writeRest(to writer: inout JSONWriter) {
        writer.member("position", thousandths: position)
        writer.member("positionTime", thousandths: positionTime)
        writer.member("duration", thousandths: duration)
        writer.member("buffered", thousandths: buffered)
        writer.member("bitrate", bitrate)
        writer.key("format")
        if let format { format.write(to: &writer) } else { writer.null() }
        writer.member("volume", volume)
        writer.member("muted", muted)
        modes.writeMembers(to: &writer)
        writer.key("mood")
        if let mood { mood.write(to: &writer) } else { writer.null() }
        writer.key("output")
        if let output { output.write(to: &writer) } else { writer.null() }
        writer.member("sleepRemaining", thousandths: sleepRemaining)
        writer.member("error", error)
    }

    /// Reads an object, passing over members of newer daemons.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "state": state = State(rawValue: try reader.readString()) ?? .stopped
            case "stalled": stalled = try reader.readBool()
            case "entry": entry = try reader.readNull() ? nil : Entry(reading: &reader)
            case "next": next = try reader.readNull() ? nil : Entry(reading: &reader)
            case "index": index = try reader.readOptionalInt()
            case "queueLength": queueLength = try reader.readInt()
            case "position": position = try reader.readOptionalDouble()
            case "positionTime": positionTime = try reader.readOptionalDouble()
            case "duration": duration = try reader.readOptionalDouble()
            case "buffered": buffered = try reader.readOptionalDouble()
            case "bitrate": bitrate = try reader.readOptionalInt()
            case "format": format = try reader.readNull() ? nil : SampleFormat(reading: &reader)
            case "volume": volume = try reader.readOptionalInt()
            case "muted": muted = try reader.readBool()
            case "mood": mood = try reader.readNull() ? nil : MoodStatus(reading: &reader)
            case "output": output = try reader.readNull() ? nil : OutputInfo(reading: &reader)
            case "sleepRemaining": sleepRemaining = try reader.readOptionalDouble()
            case "error": error = try reader.readOptionalString()
            default: if try !modes.readMember(key, &reader) { try reader.skipValue() }
            }
        }
    }
}
