import EventLoop

extension HTTPClient {
    /// Fetches the whole behind an address into memory; given up when the calling task is cancelled.
    ///
    /// - Parameters:
    ///   - limit: Bytes; a longer answer is refused.
    ///   - seconds: The time it may take in all.
    public func fetch(
        _ request: HTTPRequest, limit: Int, seconds: Double
    ) async throws(HTTPFailure) -> HTTPDownload {
        let running = Lock<HTTPDownloadTask?>(nil)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let task = download(request, limit: limit, seconds: seconds) { continuation.resume(returning: $0) }
                running.withLock { $0 = task }
                if Task.isCancelled { cancel(task) }
            }
        } onCancel: {
            if let task = running.withLock({ $0 }) { cancel(task) }
        }
        return try result.get()
    }
}
