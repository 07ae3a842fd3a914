/// Why a server's answer did not come, or not whole.
public struct HTTPFailure: Error, Sendable, Equatable {
    /// Whose fault it is, and whether another try makes sense.
    public enum Kind: Sendable, Equatable {
        /// No answer, or it broke off: worth another try.
        case connection
        /// The server answered with this status.
        case status(Int)
        /// The answer is not what was asked for: too large, another file, an address of another kind.
        case refused
        /// Whoever asked gave up.
        case cancelled
    }

    /// What happened, for those who decide how to go on.
    public var kind: Kind
    /// One sentence for a person, which names the host.
    public var message: String
    /// Seconds to wait before asking again, as far as the server says so.
    public var retryAfter: Double?

    /// A failure with its message.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// Whether the same request may go better in a while.
    public var isTemporary: Bool {
        switch kind {
        case .connection: true
        case .status(let status): status == 408 || status == 429 || status >= 500
        case .refused, .cancelled: false
        }
    }

    /// Whether a signed address has gone stale: it may be had anew from where it came from.
    public var isExpired: Bool {
        switch kind {
        case .status(403), .status(404), .status(410): true
        default: false
        }
    }

    static func status(_ head: HTTPHead) -> HTTPFailure {
        var failure = HTTPFailure(
            .status(head.status), "\(host(of: head.url)) answers \(head.status)\(phrase(head.status))")
        failure.retryAfter = head.retryAfter
        return failure
    }

    private static func phrase(_ status: Int) -> String {
        switch status {
        case 401: " (it wants a name and a password)"
        case 403: " (forbidden)"
        case 404: " (not found)"
        case 410: " (gone)"
        case 429: " (too many requests)"
        case 500...: " (a fault of the server)"
        default: ""
        }
    }
}

/// The host of an address, for messages, without name and password; the address itself where it has none.
public func host(of url: String) -> String {
    // By its bytes: a long list of addresses is asked for the host of each.
    let bytes = url.utf8
    var start = bytes.startIndex
    while let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) {
        start = bytes.index(after: colon)
        guard bytes[start...].starts(with: "//".utf8) else { continue }
        let authority = bytes[start...].dropFirst(2).prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
        }
        let name = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[authority.index(after: $0)...] }
        return String(Substring(name ?? authority))
    }
    return url
}
