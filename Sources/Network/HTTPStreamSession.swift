import EventLoop

/// The network thread's side of an `HTTPStream`: connects, resumes, gives up.
// Safe to share: made by the stream, then touched by the network thread only; `state` is locked.
final class HTTPStreamSession: TransferReceiver, @unchecked Sendable {
    /// Tries in a row that may fail: with a wait of at most 30 s between them, some three minutes.
    private static let patience = 10
    /// Tries before the first byte: a wrong address should not look like a slow one.
    private static let firstPatience = 3

    private var request: HTTPRequest
    private let state: Lock<HTTPStream.State>
    private let onReadable: @Sendable () -> Void
    private var transfer: Transfer?
    private weak var loop: TransferLoop?
    private var backoff = Backoff()
    private var generator = SystemRandomNumberGenerator()
    /// Bytes that the answer repeats although a later part was asked for.
    private var repeated: UInt64 = 0
    private var hasEverArrived = false
    /// Why the last answer's head was not to our liking.
    private var rejection: HTTPFailure?
    /// The seek that the present connection serves.
    private var generation = 0
    private var isClosed = false
    /// Counts connections, so that a retry that was overtaken does nothing.
    private var attempt = 0

    init(_ request: HTTPRequest, state: Lock<HTTPStream.State>, onReadable: @escaping @Sendable () -> Void) {
        self.request = request
        self.state = state
        self.onReadable = onReadable
    }

    func connect(on loop: TransferLoop) {
        guard !isClosed, transfer == nil else { return }
        self.loop = loop
        attempt += 1
        repeated = 0
        rejection = nil
        transfer = loop.add(request, receiver: self)
        if transfer == nil { settle(.failed(HTTPFailure(.refused, "\(request.url) can't be asked for"))) }
    }

    func reconnect(at position: UInt64, generation: Int, on loop: TransferLoop) {
        guard state.withLock({ $0.generation == generation }) else { return }
        drop(on: loop)
        self.generation = generation
        request.offset = position
        backoff.reset()
        connect(on: loop)
    }

    func resume(on loop: TransferLoop) {
        if let transfer { loop.resume(transfer) }
    }

    func ring() {
        if !isClosed { onReadable() }
    }

    func close(on loop: TransferLoop) {
        isClosed = true
        drop(on: loop)
    }

    private func drop(on loop: TransferLoop) {
        if let transfer { loop.remove(transfer) }
        transfer = nil
        attempt += 1
    }

    // MARK: What arrives

    func receive(_ head: HTTPHead) -> Bool {
        rejection = check(head)
        guard rejection == nil else { return false }
        if head.status != 206 { repeated = request.offset }
        state.withLock { state in
            let isFirst = state.information.head == nil
            if head.fields.keys.contains(where: { $0.hasPrefix("icy-") }) && head.totalLength == nil {
                state.information.isLive = true
            }
            if isFirst || state.information.isLive { state.information.head = head }
            if !isFirst, state.information.isLive, hasEverArrived { state.joints.append(state.information.arrived) }
            state.information.total = head.totalLength ?? state.information.total
            let tells = request.offset > 0 || head.fields["accept-ranges"] != nil
            if tells { state.information.isSeekable = head.status == 206 || head.fields["accept-ranges"] == "bytes" }
            state.information.fault = nil
        }
        if request.validator == nil { request.validator = head.validator }
        return true
    }

    /// Why this answer is of no use; nil when it is.
    private func check(_ head: HTTPHead) -> HTTPFailure? {
        let changed = HTTPFailure(.refused, "\(host(of: request.url)) has another file at this address by now")
        switch head.status {
        case 206:
            guard head.contentRange?.first == request.offset else {
                return HTTPFailure(.refused, "\(host(of: request.url)) sends another part than was asked for")
            }
            return nil
        case 200...299:
            // The server knows no Range, or has another file by now.
            guard request.offset > 0, let known = state.withLock({ $0.information }).head else { return nil }
            return known.validator == head.validator && known.totalLength == head.totalLength ? nil : changed
        default:
            return .status(head)
        }
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> TransferVerdict {
        let skipped = Int(min(repeated, UInt64(bytes.count)))
        let fresh = UnsafeRawBufferPointer(rebasing: bytes[skipped...])
        var mustTell = false
        let verdict = state.withLock { state -> TransferVerdict in
            guard state.generation == generation else { return .breakOff }
            guard !fresh.isEmpty else { return .taken }
            guard state.buffer.append(fresh) else {
                state.isTransferPaused = true
                return .full
            }
            state.information.arrived += UInt64(fresh.count)
            mustTell = state.isReaderWaiting
            state.isReaderWaiting = false
            return .taken
        }
        guard verdict == .taken else { return verdict }
        repeated -= UInt64(skipped)
        if !fresh.isEmpty {
            hasEverArrived = true
            backoff.reset()
        }
        if mustTell { onReadable() }
        return .taken
    }

    func finish(_ failure: HTTPFailure?) {
        transfer = nil
        let information = state.withLock { $0.generation == generation ? $0.information : nil }
        guard !isClosed, let information else { return }
        let isWhole = information.total.map { information.arrived >= $0 } ?? true
        if !information.isLive, isWhole, failure == nil || rejection?.kind == .status(416) {
            settle(.end)
        } else {
            retry(after: rejection ?? failure ?? HTTPFailure(.connection, "\(host(of: request.url)) broke off"))
        }
    }

    // MARK: Going on

    private func retry(after failure: HTTPFailure) {
        let isLive = state.withLock { $0.information.isLive }
        let patience = hasEverArrived ? (isLive ? .max : Self.patience) : Self.firstPatience
        guard failure.isTemporary, backoff.failures < patience, let loop else { return settle(.failed(failure)) }
        request.offset = isLive ? 0 : state.withLock { $0.information.arrived }
        let wait = backoff.next(using: &generator)
        let mustTell = state.withLock { state -> Bool in
            state.information.fault = failure.message
            return state.isReaderWaiting
        }
        if mustTell { onReadable() }
        let expected = attempt
        loop.after(wait) { [weak self] loop in
            guard let self, self.attempt == expected else { return }
            self.connect(on: loop)
        }
    }

    private func settle(_ outcome: HTTPStream.Reading) {
        state.withLock { state in
            state.outcome = outcome
            state.isReaderWaiting = false
            if case .failed(let failure) = outcome { state.information.fault = failure.message }
        }
        onReadable()
    }
}
