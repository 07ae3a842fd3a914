import EventLoop

/// The network thread's side of an `HTTPStream`: connects, resumes, gives up.
// Safe to share: made by the stream, then touched by the network thread only; `state` is locked.
final class HTTPStreamSession: TransferReceiver, @unchecked Sendable {
    /// Tries in a row that may fail: with a wait of at most 30 s between them, some three minutes.
    private static let patience = 10
    /// Tries before the first byte: a wrong address should not look like a slow one.
    private static let firstPatience = 2
    /// Seconds in which the first byte has to come, all tries together: the next track shouldn't wait longer for it.
    private static let longestSilence = 12.0
    /// Nanoseconds after which a server that answers each try, and sends nothing new, is given up.
    private static let longestFruitless: UInt64 = 20_000_000_000

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
    private var hasBegun = false
    /// Whether the present connection brought an answer of use, and anything new.
    private var hasAnswered = false
    private var hasBrought = false
    /// When it broke off, in nanoseconds; nil once something new has come since.
    private var broken: UInt64?
    /// The server says that there is nothing behind what has arrived.
    private var endsHere = false
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
        begin(on: loop)
        attempt += 1
        repeated = 0
        rejection = nil
        hasAnswered = false
        hasBrought = false
        endsHere = false
        transfer = loop.add(request, receiver: self)
        if transfer == nil { settle(.failed(HTTPFailure(.refused, "\(request.url) can't be asked for"))) }
    }

    /// Sets the first byte its time.
    private func begin(on loop: TransferLoop) {
        guard !hasBegun else { return }
        hasBegun = true
        loop.after(Self.longestSilence) { [weak self] loop in
            guard let self, !self.isClosed, !self.hasEverArrived, self.state.withLock({ $0.outcome }) == nil else {
                return
            }
            self.drop(on: loop)
            let silence = self.hasAnswered ? "sends nothing" : "doesn't answer"
            self.settle(.failed(HTTPFailure(.connection, "\(host(of: self.request.url)) \(silence)")))
        }
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
        hasAnswered = true
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
            endsHere = head.status == 416 && head.fields["content-range"] == "bytes */\(request.offset)"
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
            state.information.fault = nil
            mustTell = state.isReaderWaiting
            state.isReaderWaiting = false
            return .taken
        }
        guard verdict == .taken else { return verdict }
        repeated -= UInt64(skipped)
        if !fresh.isEmpty {
            hasEverArrived = true
            hasBrought = true
            broken = nil
            backoff.reset()
        }
        if mustTell { onReadable() }
        return .taken
    }

    func finish(_ failure: HTTPFailure?) {
        transfer = nil
        let information = state.withLock { $0.generation == generation ? $0.information : nil }
        guard !isClosed, let information else { return }
        let isWhole = endsHere || information.total.map { information.arrived >= $0 } ?? true
        if !information.isLive, isWhole, failure == nil || rejection?.kind == .status(416) {
            settle(.end)
        } else {
            var cause = rejection ?? failure ?? HTTPFailure(.connection, "\(host(of: request.url)) broke off")
            if hasAnswered, !information.isLive, cause.kind == .connection {
                cause.message += " after \(Self.size(information.arrived))"
            }
            retry(after: cause)
        }
    }

    // MARK: Going on

    /// Whether the server answers, but has brought nothing new for long: what is there no try will bring.
    private var isFruitless: Bool {
        guard hasAnswered, !hasBrought, let broken else { return false }
        return monotonicNanoseconds() - broken > Self.longestFruitless
    }

    private static func size(_ bytes: UInt64) -> String {
        bytes < 10 << 10 ? "\(bytes) bytes" : "\(bytes >> 10) KiB"
    }

    private func retry(after failure: HTTPFailure) {
        let isLive = state.withLock { $0.information.isLive }
        let patience = hasEverArrived ? (isLive ? .max : Self.patience) : Self.firstPatience
        let givesUp = !failure.isTemporary || backoff.failures >= patience || (isFruitless && !isLive)
        guard !givesUp, let loop else { return settle(.failed(failure)) }
        broken = broken ?? monotonicNanoseconds()
        request.offset = isLive ? 0 : state.withLock { $0.information.arrived }
        let wait = backoff.next(using: &generator)
        let mustTell = state.withLock { state -> Bool in
            state.information.fault = "\(failure.message), trying again"
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
