import JSON

/// A request that was understood: its method exists, and its parameters are what the method takes.
public struct Request: Sendable {
    /// What the answer is to carry; nil for a request that gets none.
    public let id: RequestID?
    /// What is asked for.
    public let method: Method
    /// What it is asked with, checked.
    public let parameters: Parameters
}

/// One member of a batch, or a message that is none.
public enum Call: Sendable {
    case request(Request)
    /// It is answered with this error; not at all if the id is nil, because it was a request that gets no answer.
    case refused(id: RequestID?, RPCError)
}

/// What one line asks for.
public enum Message: Sendable {
    case single(Call)
    /// To be carried out in order and answered in one array; with nothing at all if no member is to be answered.
    case batch([Call])

    /// The most members a batch may have.
    public static let longestBatch = 100
    /// How deep a message's objects and arrays may be nested.
    public static let deepest = 32

    /// Reads a line.
    public init(_ line: UnsafeRawBufferPointer) {
        do throws(JSONError) {
            var reader = JSONReader(line, depthLimit: Self.deepest)
            if try reader.peekKind() == .array {
                self = try Self.batch(reading: &reader)
            } else {
                let call = try Call(reading: &reader, depthLimit: Self.deepest)
                try reader.finish()
                self = .single(call)
            }
        } catch {
            self = .single(.refused(id: .null, Self.refusal(error)))
        }
    }

    private static func batch(reading reader: inout JSONReader) throws(JSONError) -> Message {
        // All of it must be JSON before any of it is carried out.
        var members: [UnsafeRawBufferPointer] = []
        try reader.beginArray()
        while try reader.nextElement() {
            let member = try reader.readRaw()
            if members.count <= longestBatch { members.append(member) }
        }
        try reader.finish()
        guard !members.isEmpty else { return refused("a batch has at least one request") }
        guard members.count <= longestBatch else { return refused("a batch has at most \(longestBatch) requests") }
        var calls: [Call] = []
        for member in members {
            var reader = JSONReader(member, depthLimit: deepest - 1)
            calls.append(try Call(reading: &reader, depthLimit: deepest - 1))
        }
        return .batch(calls)
    }

    private static func refused(_ message: String) -> Message {
        .single(.refused(id: .null, RPCError(.invalidRequest, message)))
    }

    private static func refusal(_ error: JSONError) -> RPCError {
        error.fault == .tooDeep
            ? RPCError(.invalidRequest, "the request is nested more than \(deepest) deep")
            : RPCError(.parseError, "the request isn't JSON: \(error)")
    }
}

extension Call {
    /// Reads one request.
    init(reading reader: inout JSONReader, depthLimit: Int) throws(JSONError) {
        guard try reader.peekKind() == .object else {
            try reader.skipValue()
            self = Self.invalid(id: .null, "a request is an object")
            return
        }
        let parts = try Parts(reading: &reader)
        let id = parts.id
        if parts.hasInvalidID {
            self = Self.invalid(id: .null, "an id is a string, a number or null")
        } else if !parts.isVersion2 {
            self = Self.invalid(id: id, "a request has \"jsonrpc\": \"2.0\"")
        } else if !parts.hasMethod {
            self = Self.invalid(id: id, "a request has a method, which is a string")
        } else if let method = parts.method {
            do throws(RPCError) {
                let parameters = try Parameters(parts.parameters, of: method, depthLimit: depthLimit - 1)
                self = .request(Request(id: id, method: method, parameters: parameters))
            } catch {
                self = .refused(id: id, error)
            }
        } else {
            self = .refused(id: id, RPCError(.methodNotFound, "no method \"\(parts.unknownMethod)\""))
        }
    }

    private static func invalid(id: RequestID?, _ message: String) -> Call {
        .refused(id: id ?? .null, RPCError(.invalidRequest, message))
    }

    /// The members of a request, of which the last of each name counts.
    private struct Parts {
        var id: RequestID?
        var hasInvalidID = false
        var isVersion2 = false
        var hasMethod = false
        var method: Method?
        var unknownMethod = ""
        var parameters: UnsafeRawBufferPointer?

        init(reading reader: inout JSONReader) throws(JSONError) {
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "jsonrpc": isVersion2 = try Self.readWord(&reader) == "2.0"
                case "id":
                    id = try RequestID(reading: &reader)
                    hasInvalidID = id == nil
                case "method":
                    let name = try Self.readWord(&reader)
                    hasMethod = name != nil
                    method = name.flatMap(Method.init(name:))
                    unknownMethod = method == nil ? String((name ?? "").prefix(100)) : ""
                case "params": parameters = try reader.readRaw()
                default: try reader.skipValue()
                }
            }
        }

        /// A string; nil for anything else, which is passed over.
        private static func readWord(_ reader: inout JSONReader) throws(JSONError) -> String? {
            if try reader.peekKind() == .string { return try reader.readString() }
            try reader.skipValue()
            return nil
        }
    }
}
