import JSON

extension JSONWriter {
    /// Begins an answer; what it answers is written next, then `endResponse`.
    public mutating func beginResponse(_ id: RequestID) {
        beginEnvelope(id)
        key("result")
    }

    /// Ends an answer; `endLine` is the caller's, for an answer may be a member of a batch.
    public mutating func endResponse() {
        endObject()
    }

    /// Writes the answer to a request that was refused.
    public mutating func response(_ id: RequestID, _ error: RPCError) {
        beginEnvelope(id)
        key("error")
        error.write(to: &self)
        endObject()
    }

    /// Begins an event; its value is written next, then `endEvent`.
    public mutating func beginEvent(_ topic: Topic, sequence: Int) {
        beginObject()
        member("jsonrpc", word: "2.0")
        member("method", word: topic.method)
        key("params")
        beginObject()
        member("sequence", sequence)
        key("value")
    }

    /// Ends an event, and its line.
    public mutating func endEvent() {
        endObject()
        endObject()
        endLine()
    }

    /// Begins a request; its parameters, one object, are written next, then `endRequest`.
    public mutating func beginRequest(_ id: Int, _ method: Method) {
        beginObject()
        member("jsonrpc", word: "2.0")
        member("id", id)
        member("method", word: method.name)
        key("params")
    }

    /// Ends a request, and its line.
    public mutating func endRequest() {
        endObject()
        endLine()
    }

    /// Writes a request without parameters, and ends its line.
    public mutating func request(_ id: Int, _ method: Method) {
        beginObject()
        member("jsonrpc", word: "2.0")
        member("id", id)
        member("method", word: method.name)
        endRequest()
    }

    private mutating func beginEnvelope(_ id: RequestID) {
        beginObject()
        member("jsonrpc", word: "2.0")
        key("id")
        id.write(to: &self)
    }
}
