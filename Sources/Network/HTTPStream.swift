import EventLoop

/// The bytes behind an address, from any place on, through a bounded buffer.
///
/// One reader takes bytes out with `read`, from any thread and without waiting; the network thread puts them in and
/// pauses the transfer while there is no room. A connection that breaks is resumed where it broke, by Range, with
/// back-off; nothing is lost and nothing comes twice. A live stream is joined anew instead.
public final class HTTPStream: @unchecked Sendable {  // `state` is locked, `session` is the network thread's.
    /// What `read` found.
    public enum Reading: Sendable, Equatable {
        /// This many bytes were moved, at least one.
        case bytes(Int)
        /// Nothing is there yet; `onReadable` is called when that has changed.
        case wait
        /// A live stream was joined anew here: what comes now doesn't continue what came before, and has the head that
        /// `information` tells.
        case rejoined
        /// All bytes of the whole were read.
        case end
        /// The rest will not come.
        case failed(HTTPFailure)
    }

    /// What can be said of a stream from outside.
    public struct Information: Sendable {
        /// The first answer's head, of a live stream the last one's; nil until it came.
        public var head: HTTPHead?
        /// The length of the whole in bytes, where it is known.
        public var total: UInt64?
        /// The place of the next byte that `read` gives, from the start of the whole.
        public var position: UInt64 = 0
        /// The place up to which bytes have arrived.
        public var arrived: UInt64 = 0
        /// Whether a part can be asked for; nil until the server showed it.
        public var isSeekable: Bool?
        /// Whether it is radio: without an end, and joined anew where it breaks.
        public var isLive = false
        /// Whether nothing is asked of the server at present: the buffer is full, or all has arrived.
        public var isResting = false
        /// Why nothing arrives at present; nil while all is well.
        public var fault: String?
    }

    struct State {
        var buffer: RingBuffer
        var information = Information()
        var outcome: Reading?
        var isReaderWaiting = false
        var isTransferPaused = false
        /// The places from where on the bytes come from another connection to a live stream.
        var joints: [UInt64] = []
        /// Counts seeks: what a connection from before one brings is no longer wanted.
        var generation = 0
    }

    let state: Lock<State>
    private let loop: TransferLoop
    private let session: HTTPStreamSession

    init(
        _ request: HTTPRequest, isLive: Bool, capacity: Int, loop: TransferLoop,
        onReadable: @escaping @Sendable () -> Void
    ) {
        var first = State(buffer: RingBuffer(capacity: capacity))
        first.information.position = request.offset
        first.information.arrived = request.offset
        first.information.isLive = isLive
        state = Lock(first)
        self.loop = loop
        session = HTTPStreamSession(request, state: state, onReadable: onReadable)
        loop.post { [session] in session.connect(on: $0) }
    }

    deinit {
        loop.post { [session] in session.close(on: $0) }
    }

    /// What is known now.
    public var information: Information {
        state.withLock { state in
            var information = state.information
            information.isResting = state.isTransferPaused || state.outcome != nil
            return information
        }
    }

    /// Moves the next bytes into `target`, and never waits.
    public func read(into target: UnsafeMutableRawBufferPointer) -> Reading {
        let (reading, mustResume) = state.withLock { state -> (Reading, Bool) in
            var target = target
            if let joint = state.joints.first {
                guard joint > state.information.position else {
                    state.joints.removeFirst()
                    return (.rejoined, false)
                }
                let rest = joint - state.information.position
                if rest < target.count { target = UnsafeMutableRawBufferPointer(rebasing: target[..<Int(rest)]) }
            }
            let count = state.buffer.read(into: target)
            state.information.position += UInt64(count)
            // Resumed at half, not at each byte: each resumption is a wake-up of the network thread.
            let mustResume = state.isTransferPaused && state.buffer.count <= state.buffer.capacity / 2
            if mustResume { state.isTransferPaused = false }
            if count > 0 { return (.bytes(count), mustResume) }
            if let outcome = state.outcome { return (outcome, mustResume) }
            state.isReaderWaiting = true
            return (.wait, mustResume)
        }
        if mustResume { loop.post { [session] in session.resume(on: $0) } }
        return reading
    }

    /// Takes the stream for radio, which the server's answer doesn't always show.
    public func takeForLive() {
        state.withLock { $0.information.isLive = true }
    }

    /// Has `onReadable` called soon, on the network thread, whether there is something to read or not.
    public func ring() {
        loop.post { [session] _ in session.ring() }
    }

    /// Goes on at another place: at once where its bytes are in the buffer, else by a new request.
    /// - Parameter position: Bytes from the start of the whole.
    public func seek(to position: UInt64) {
        let generation = state.withLock { state -> Int? in
            let information = state.information
            if position >= information.position, position <= information.arrived {
                state.buffer.skip(Int(position - information.position))
                state.information.position = position
                return nil
            }
            state.buffer.clear()
            state.information.position = position
            state.information.arrived = position
            state.outcome = nil
            state.isTransferPaused = false
            state.generation += 1
            return state.generation
        }
        guard let generation else { return }
        loop.post { [session] in session.reconnect(at: position, generation: generation, on: $0) }
    }
}
