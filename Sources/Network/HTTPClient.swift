/// Streams and downloads over http and https, all on one thread of their own.
///
/// Redirects lead to http and https only, certificates are verified, the system's proxy settings hold, and a connection
/// that brings nothing for 15 s counts as broken; a stream of which nothing ever came is given up after 12 s. Nothing
/// here ever waits on the caller's thread.
public final class HTTPClient: Sendable {
    private let loop: TransferLoop

    /// Nothing is started before the first request.
    /// - Parameter userAgent: How the program presents itself to servers.
    public init(userAgent: String) {
        loop = TransferLoop(userAgent: userAgent)
    }

    /// Begins to read what lies behind an address.
    /// - Parameters:
    ///   - isLive: Whether it is known to be radio: joined anew where it breaks, instead of resumed.
    ///   - capacity: Bytes that may wait for the reader.
    ///   - onReadable: Called on the network thread when `read` has something to say after it answered `wait`.
    public func stream(
        _ request: HTTPRequest, isLive: Bool = false, capacity: Int = 1 << 20,
        onReadable: @escaping @Sendable () -> Void
    ) -> HTTPStream {
        HTTPStream(request, isLive: isLive, capacity: capacity, loop: loop, onReadable: onReadable)
    }

    /// Fetches the whole behind an address into memory.
    /// - Parameters:
    ///   - limit: Bytes; a longer answer is refused.
    ///   - seconds: The time it may take in all.
    ///   - completion: Called once, on the network thread; a status other than 200...299 is a failure.
    /// - Returns: The means to give it up.
    @discardableResult
    public func download(
        _ request: HTTPRequest, limit: Int, seconds: Double,
        completion: @escaping @Sendable (Result<HTTPDownload, HTTPFailure>) -> Void
    ) -> HTTPDownloadTask {
        let task = HTTPDownloadTask(request, limit: limit, completion: completion)
        loop.post { task.begin(seconds: seconds, on: $0) }
        return task
    }

    /// Gives a download up: its completion is called with `cancelled`, unless it was called already.
    public func cancel(_ task: HTTPDownloadTask) {
        loop.post { task.cancel(on: $0) }
    }
}

/// An answer that came whole.
public struct HTTPDownload: Sendable {
    /// Status and header fields.
    public var head: HTTPHead
    /// What the server sent, decompressed.
    public var body: [UInt8]
}
