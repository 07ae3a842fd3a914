import EventLoop
import Glibc
import MoodProtocol

extension Connection {
    /// How many occurrences wait for a client that is behind.
    private static let mostOccurrences = 100

    /// Sends a message, at once as far as the socket takes it; `proceed` must follow.
    func transmit(_ message: [UInt8]) {
        guard !message.isEmpty, !isDeaf, !isClosed else { return }
        let count = pending.isEmpty ? message.withUnsafeBytes(write) : 0
        guard count < message.count, !isDeaf else { return }
        if pending.isEmpty {
            // Shared with others to whom the same is sent, not copied.
            pending = message
            sentCount = count
            return
        }
        if sentCount > pending.count / 2 {
            pending.removeFirst(sentCount)
            sentCount = 0
        }
        pending.append(contentsOf: message)
    }

    /// Goes on with what the socket didn't take.
    func sendPending() {
        sentCount += pending.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[sentCount...])) }
        guard sentCount >= pending.count else { return }
        pending = []
        sentCount = 0
    }

    /// The client reads no more: what was to go out is dropped, and it is told of nothing.
    func becomeDeaf() {
        isDeaf = true
        server.subscriptions.unsubscribe(self)
        pending = []
        sentCount = 0
    }

    /// How many bytes the socket took.
    private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        let count = send(
            descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        if count >= 0 { return count }
        if errno != EAGAIN, errno != EINTR, errno != ENOBUFS { becomeDeaf() }
        return 0
    }

    // MARK: Events

    /// Keeps what happened until it can be sent, if the client is told of such things.
    func note(_ occurrence: Subscriptions.Event) {
        guard topics.contains(occurrence.topic) else { return }
        if waitingOccurrences.count == Self.mostOccurrences { waitingOccurrences.removeFirst() }
        waitingOccurrences.append(occurrence)
    }

    /// Takes the topics that have a newer event; what the client can't read yet waits.
    func deliver(_ changed: Topics) {
        waitingTopics.formUnion(changed.intersection(topics))
        proceed()
    }

    /// Sends the events that wait, once everything before them is sent and no answer must precede them.
    func sendEvents() {
        guard pending.isEmpty, eventHolds == 0, !isTakingRequests, !isClosed else { return }
        if waitingTopics.isEmpty, waitingOccurrences.isEmpty { return }
        var events = waitingOccurrences
        for topic in Topic.allCases where waitingTopics.contains(topic) {
            if let event = server.subscriptions.newestEvent(of: topic) { events.append(event) }
        }
        waitingTopics = []
        waitingOccurrences = []
        events.sort { $0.sequence < $1.sequence }
        for event in events { transmit(event.line) }
    }
}
