import EventLoop
import Network

/// Fetches lists from a server: small, soon, or not at all.
struct RemoteList: Sendable {
    /// A longer answer is no list.
    private static let largest = 4 << 20

    /// The client that fetches.
    let client: HTTPClient

    /// What the server answers.
    ///
    /// - Parameter seconds: the time it may take in all.
    @ControlActor
    func fetch(_ url: String, seconds: Double) async throws(ChannelFault) -> [UInt8] {
        do throws(HTTPFailure) {
            return try await client.fetch(HTTPRequest(url: url), limit: Self.largest, seconds: seconds).body
        } catch {
            throw ChannelFault(error)
        }
    }
}

extension ChannelFault {
    fileprivate init(_ failure: HTTPFailure) {
        self.init(
            failure.kind == .cancelled ? .cancelled : .unavailable, failure.message, retryAfter: failure.retryAfter)
    }
}
