import JSON

/// How the player goes on: the answer to `modes`, part of `Status`, and the value of the topic `modes`.
public struct Modes: Equatable, Sendable {
    /// What happens at the end.
    public enum Repeat: String, Sendable {
        case off, one, all
    }

    /// What happens at the end.
    public var `repeat` = Repeat.off
    /// Whether the order is random.
    public var shuffle = false
    /// Whether an entry is removed once it was played.
    public var consume = false
    /// Whether it stops at the end of the track; resets itself then.
    public var stopAfterCurrent = false

    /// All of them off.
    public init() {}

    /// Writes them as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("repeat", self.repeat.rawValue)
        writer.member("shuffle", shuffle)
        writer.member("consume", consume)
        writer.member("stopAfterCurrent", stopAfterCurrent)
    }

    /// Reads an object, passing over members of newer daemons.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while let key = try reader.nextKey() {
            if try !readMember(key, &reader) { try reader.skipValue() }
        }
    }

    /// Reads a member's value, if it is one of these.
    mutating func readMember(_ key: JSONKey, _ reader: inout JSONReader) throws(JSONError) -> Bool {
        switch key {
        case "repeat": self.repeat = Repeat(rawValue: try reader.readString()) ?? .off
        case "shuffle": shuffle = try reader.readBool()
        case "consume": consume = try reader.readBool()
        case "stopAfterCurrent": stopAfterCurrent = try reader.readBool()
        default: return false
        }
        return true
    }
}
