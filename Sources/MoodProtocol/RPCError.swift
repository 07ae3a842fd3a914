import JSON

/// A request refused, as JSON-RPC 2.0 tells it.
public struct RPCError: Error, Equatable, Sendable {
    /// The reasons this interface knows.
    public enum Reason: Int, CaseIterable, Sendable {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParams = -32602
        case internalError = -32603
        case nothingPlaying = -32001
        case noSuchEntry = -32002
        case notSeekable = -32003
        case unplayable = -32004
        case outputUnavailable = -32005
        case sourceUnavailable = -32006
        case noMusic = -32007
        case notFound = -32008
        case limitReached = -32009
        case scanFailed = -32010
        case notSupported = -32011
        case alreadyExists = -32012

        /// The word that stands in `data.reason`.
        public var word: StaticString {
            switch self {
            case .parseError: "parseError"
            case .invalidRequest: "invalidRequest"
            case .methodNotFound: "methodNotFound"
            case .invalidParams: "invalidParams"
            case .internalError: "internalError"
            case .nothingPlaying: "nothingPlaying"
            case .noSuchEntry: "noSuchEntry"
            case .notSeekable: "notSeekable"
            case .unplayable: "unplayable"
            case .outputUnavailable: "outputUnavailable"
            case .sourceUnavailable: "sourceUnavailable"
            case .noMusic: "noMusic"
            case .notFound: "notFound"
            case .limitReached: "limitReached"
            case .scanFailed: "scanFailed"
            case .notSupported: "notSupported"
            case .alreadyExists: "alreadyExists"
            }
        }
    }

    /// The number JSON-RPC wants; a newer daemon may send one that isn't among the reasons.
    public let code: Int
    /// The word in `data.reason`; nil if none was sent.
    public let reasonWord: String?
    /// What is wrong and what to do, one sentence for a person.
    public let message: String
    /// The parameter at fault, for `invalidParams`.
    public let parameter: String?

    /// The reason, if it is one of this interface's.
    public var reason: Reason? { Reason(rawValue: code) }

    /// A refusal with its reason, and a sentence for a person.
    public init(_ reason: Reason, _ message: String, parameter: String? = nil) {
        code = reason.rawValue
        reasonWord = reason.word.description
        self.message = message
        self.parameter = parameter
    }

    /// A parameter that is unknown, missing or of the wrong type.
    public static func invalidParameter(_ name: String, _ message: String) -> RPCError {
        RPCError(.invalidParams, message, parameter: name)
    }

    /// A position asked of a player that is stopped.
    public static let nothingPlaying = RPCError(.nothingPlaying, "nothing is playing")

    /// An entry that isn't in the queue.
    public static func noSuchEntry(id: UInt32) -> RPCError {
        RPCError(.noSuchEntry, "no entry with the id \(id) is in the queue")
    }

    /// A place, counted from 0, that the queue doesn't have.
    public static func noSuchEntry(index: Int, count: Int) -> RPCError {
        // People count entries from 1.
        RPCError(.noSuchEntry, "no entry \(index &+ 1): the queue has \(count)")
    }

    // MARK: The wire

    /// Writes the `error` object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("code", code)
        writer.member("message", message)
        if reasonWord != nil || parameter != nil {
            writer.key("data")
            writer.beginObject()
            if reasonWord != nil { writer.member("reason", reasonWord) }
            if parameter != nil { writer.member("parameter", parameter) }
            writer.endObject()
        }
        writer.endObject()
    }

    /// Reads an `error` object.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        var code = 0
        var message = ""
        var reason: String?
        var parameter: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "code": code = try reader.readInt()
            case "message": message = try reader.readString()
            case "data":
                let data = try JSONValue(reading: &reader)
                reason = data["reason"]?.string
                parameter = data["parameter"]?.string
            default: try reader.skipValue()
            }
        }
        self.code = code
        self.message = message
        reasonWord = reason
        self.parameter = parameter
    }
}
