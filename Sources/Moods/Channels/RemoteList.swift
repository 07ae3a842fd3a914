import EventLoop
import Network

/// Fetches lists from a server: small, soon, or not at all.
struct RemoteList: Sendable {
    /// A longer answer is no list.
    private static let largest = 4 << 20

    /// The client that fetches.
    let client: HTTPClient
    /// Who reads what came, for whatever a server sends must not hold up the control thread.
    let workers: FileWorkers

    /// What `read` makes of the server's answer.
    ///
    /// - Parameter seconds: the time it may take in all.
    @ControlActor
    func fetch<Value: Sendable>(
        _ url: String, seconds: Double, _ read: @escaping @Sendable ([UInt8]) -> Value
    ) async throws(ChannelFault) -> Value {
        let bytes: [UInt8]
        do throws(HTTPFailure) {
            bytes = try await client.fetch(HTTPRequest(url: url), limit: Self.largest, seconds: seconds).body
        } catch {
            throw ChannelFault(error)
        }
        do {
            return try await workers.run { _ in read(bytes) }
        } catch is CancellationError {
            throw ChannelFault(.cancelled, "nobody waits for it any more")
        } catch {
            throw ChannelFault(.unavailable, "\(error)")
        }
    }
}

extension ChannelFault {
    fileprivate init(_ failure: HTTPFailure) {
        self.init(
            failure.kind == .cancelled ? .cancelled : .unavailable, failure.message, retryAfter: failure.retryAfter)
    }
}
