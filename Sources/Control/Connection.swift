import EventLoop
import Glibc
import MoodProtocol

/// One client: its requests in the order they come, and what goes out to it.
///
/// Memory stays bounded: while an answer waits for the client to read, its next request waits too.
@ControlActor
final class Connection {
    let descriptor: Int32
    unowned let server: ControlServer
    private var source: IOSource?
    private(set) var isClosed = false

    // What comes in.
    var framer = LineFramer()
    /// Whether the client sends no more.
    private(set) var hasEnded = false
    /// Whether the client is gone.
    private var hasHungUp = false
    /// Whether lines may wait in the framer.
    var hasLines = false
    /// Whether requests are being carried out, further up the call stack.
    var isTakingRequests = false
    /// Whether it is closed as soon as everything is sent.
    var isLeaving = false

    // What goes out.
    /// Whether the client doesn't read any more; what goes out to it is dropped.
    var isDeaf = false
    /// What the socket didn't take yet, from `sentCount` on.
    var pending: [UInt8] = []
    var sentCount = 0

    // Answers that come later.
    private var answersBegun = 0
    private var openAnswers = 0
    /// What stops the work on them, by their number, when the connection closes.
    var closeHandlers: [Int: @ControlActor () -> Void] = [:]

    // Events.
    /// What the client is told of.
    var topics: Topics = []
    /// Of what it isn't told yet: the newest value of these, and these occurrences.
    var waitingTopics: Topics = []
    var waitingOccurrences: [Subscriptions.Event] = []
    /// How many answers must be given before events may be sent.
    var eventHolds = 0

    /// How many answers may be outstanding before the next request waits.
    private static let mostOpenAnswers = 128

    init(_ descriptor: Int32, of server: ControlServer, on loop: EventLoop) throws(SystemError) {
        self.descriptor = descriptor
        self.server = server
        source = try loop.watch(descriptor, for: .readable) { [unowned self] events in ready(events) }
    }

    /// Ends everything at once: nothing is sent any more, and work on its answers stops.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        source?.cancel()
        Glibc.close(descriptor)
        pending = []
        server.forget(self)
        let handlers = closeHandlers.values
        closeHandlers = [:]
        for handler in handlers { handler() }
    }

    /// Counts an answer that comes later, and gives it a number.
    func beginAnswer() -> Int {
        answersBegun += 1
        openAnswers += 1
        return answersBegun
    }

    /// That answer is given, or never will be.
    func endAnswer(_ number: Int) {
        closeHandlers[number] = nil
        openAnswers -= 1
        proceed()
    }

    private func ready(_ events: IOEvents) {
        if events.contains(.hangUp) || events.contains(.failure) { return hangUp() }
        if events.contains(.writable) { sendPending() }
        if events.contains(.readable), !isPaused { receive() }
        proceed()
    }

    /// Carries out what was ordered by a client that is gone, a piece in each turn, and closes.
    private func hangUp() {
        becomeDeaf()
        hasHungUp = true
        guard !hasEnded, !isClosed, receive() else { return close() }
        takeRequests()
        if hasEnded { close() }
    }

    /// Whether bytes came, or the end of them.
    @discardableResult
    private func receive() -> Bool {
        let descriptor = descriptor
        let count = framer.fill { recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
        if count < 0 {
            if errno != EAGAIN, errno != EINTR { close() }
            return false
        }
        hasEnded = count == 0
        hasLines = true
        return true
    }

    /// Goes on with what can go on, watches for what can't, and closes when nothing more will come.
    func proceed() {
        guard !isClosed, !isTakingRequests else { return }
        sendEvents()
        if hasLines { takeRequests() }
        sendEvents()
        guard !isClosed else { return }
        if pending.isEmpty {
            let isDone = hasEnded && !hasLines && openAnswers == 0 && topics.isEmpty
            if isDone || isLeaving { return close() }
        }
        var events: IOEvents = pending.isEmpty ? [] : .writable
        if !hasEnded, !isPaused { events.insert(.readable) }
        source?.events = events
    }

    /// Whether requests wait, until the client has read or until answers are given.
    var isPaused: Bool {
        isClosed || isLeaving || !pending.isEmpty || openAnswers >= Self.mostOpenAnswers && !hasHungUp
    }
}
