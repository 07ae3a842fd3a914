import EventLoop
import JSON
import MoodProtocol

/// Who is told what, as it changes.
///
/// Changes are only noted; events are sent in the loop's next turn, after the answers to what caused them.
@ControlActor
public final class Subscriptions {
    /// Writes a topic's value as it stands.
    public typealias Value = @ControlActor (inout JSONWriter) -> Void

    /// A line that was sent, and its place among all.
    struct Event {
        let topic: Topic
        let sequence: Int
        let line: [UInt8]
    }

    /// Counts events over the daemon's life.
    public private(set) var sequence = 0

    private var values = [Value?](repeating: nil, count: Topic.allCases.count)
    private var changedTopics: Topics = []
    private var newest = [Event?](repeating: nil, count: Topic.allCases.count)
    private var subscribers: [ObjectIdentifier: Connection] = [:]
    private var flushing: DeferredSource?
    private var beginnings: [(topic: Topic, handler: @ControlActor () -> Void)] = []

    init(on loop: EventLoop) throws(SystemError) {
        provide(.server) { writer in
            writer.beginObject()
            writer.member("state", word: "running")
            writer.endObject()
        }
        flushing = try loop.deferred { [unowned self] in flush() }
    }

    /// Asks `value` whenever a topic's value is to be sent; one that nobody provides is null.
    public func provide(_ topic: Topic, _ value: @escaping Value) {
        values[Int(topic.rawValue)] = value
    }

    /// Whether somebody follows a topic.
    public func isWanted(_ topic: Topic) -> Bool { wanted.contains(topic) }

    /// Calls `handler` whenever somebody begins to follow a topic, for values that cost something to keep up.
    public func whenWanted(_ topic: Topic, _ handler: @escaping @ControlActor () -> Void) {
        beginnings.append((topic, handler))
    }

    /// Notes that a topic's value is another one.
    public func changed(_ topic: Topic) {
        changed(Topics(topic))
    }

    /// Notes that the values of some topics are others.
    public func changed(_ topics: Topics) {
        guard !topics.isEmpty, !subscribers.isEmpty else { return }
        changedTopics.formUnion(topics)
        flushing?.schedule()
    }

    /// Tells what happened: `played` or `error`.
    public func happened(_ topic: Topic, _ value: Value) {
        guard wanted.contains(topic) else { return }
        let event = event(topic, value)
        for subscriber in subscribers.values { subscriber.note(event) }
        flushing?.schedule()
    }

    /// Tells every subscriber that the daemon ends, whatever it subscribed to.
    func tellExit() {
        let exit = event(.server) { writer in
            writer.beginObject()
            writer.member("state", word: "exiting")
            writer.endObject()
        }
        for subscriber in subscribers.values { subscriber.transmit(exit.line) }
    }

    func subscribe(_ connection: Connection, to topics: Topics, writingTo writer: inout JSONWriter) {
        connection.topics.formUnion(topics)
        if !connection.topics.isEmpty { subscribers[ObjectIdentifier(connection)] = connection }
        for beginning in beginnings where topics.contains(beginning.topic) { beginning.handler() }
        writer.beginObject()
        writer.member("sequence", sequence)
        writer.key("topics")
        writer.beginObject()
        for topic in Topic.allCases where topics.contains(topic) {
            writer.key(topic.name)
            write(topic, to: &writer)
        }
        writer.endObject()
        writer.endObject()
    }

    /// - Parameter topics: nil for all.
    func unsubscribe(_ connection: Connection, from topics: Topics? = nil) {
        connection.topics.subtract(topics ?? .all)
        connection.waitingTopics.formIntersection(connection.topics)
        let rest = connection.topics
        connection.waitingOccurrences.removeAll { !rest.contains($0.topic) }
        if rest.isEmpty { subscribers[ObjectIdentifier(connection)] = nil }
    }

    /// The newest event of a topic.
    func newestEvent(of topic: Topic) -> Event? {
        newest[Int(topic.rawValue)]
    }

    private var wanted: Topics {
        subscribers.values.reduce(into: []) { $0.formUnion($1.topics) }
    }

    private func flush() {
        let changed = changedTopics.intersection(wanted)
        changedTopics = []
        for topic in Topic.allCases where changed.contains(topic) {
            newest[Int(topic.rawValue)] = event(topic) { writer in write(topic, to: &writer) }
        }
        for subscriber in subscribers.values { subscriber.deliver(changed) }
    }

    private func write(_ topic: Topic, to writer: inout JSONWriter) {
        if let value = values[Int(topic.rawValue)] { value(&writer) } else { writer.null() }
    }

    private func event(_ topic: Topic, _ value: Value) -> Event {
        sequence += 1
        var writer = JSONWriter()
        writer.beginEvent(topic, sequence: sequence)
        value(&writer)
        writer.endEvent()
        return Event(topic: topic, sequence: sequence, line: writer.bytes)
    }
}
