import JSON

/// A line from the daemon, as a client reads it.
///
/// Values are the bytes as the daemon wrote them, checked; they are valid as long as the line is.
public enum ServerMessage {
    case result(id: RequestID, UnsafeRawBufferPointer)
    case failure(id: RequestID, RPCError)
    case event(Topic, sequence: Int, value: UnsafeRawBufferPointer)
    /// Something that this version doesn't know, such as an event of a newer daemon.
    case unknown

    /// Reads a line.
    public init(_ line: UnsafeRawBufferPointer) throws(JSONError) {
        var reader = JSONReader(line)
        var id: RequestID?
        var result: UnsafeRawBufferPointer?
        var error: RPCError?
        var topic: Topic?
        var notice: (sequence: Int, value: UnsafeRawBufferPointer)?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id": id = try RequestID(reading: &reader)
            case "result": result = try reader.readRaw()
            case "error": error = try RPCError(reading: &reader)
            case "method":
                let method = try reader.readString()
                topic = method.hasPrefix("event.") ? Topic(name: String(method.dropFirst(6))) : nil
            case "params": notice = try Self.readNotice(&reader)
            default: try reader.skipValue()
            }
        }
        try reader.finish()
        if let id, let error {
            self = .failure(id: id, error)
        } else if let id, let result {
            self = .result(id: id, result)
        } else if let topic, let notice {
            self = .event(topic, sequence: notice.sequence, value: notice.value)
        } else {
            self = .unknown
        }
    }

    private static func readNotice(
        _ reader: inout JSONReader
    ) throws(JSONError) -> (sequence: Int, value: UnsafeRawBufferPointer)? {
        var sequence: Int?
        var value: UnsafeRawBufferPointer?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "sequence": sequence = try reader.readInt()
            case "value": value = try reader.readRaw()
            default: try reader.skipValue()
            }
        }
        guard let sequence, let value else { return nil }
        return (sequence, value)
    }
}
