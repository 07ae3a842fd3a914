import Glibc
import JSON
import MoodProtocol

/// A subscription: how things stand, then what changes, for as long as somebody reads what is made of it.
struct EventStream {
    /// Takes the topic, the sequence number and the value in JSON.
    typealias Receiver = (Topic, Int, [UInt8]) throws(Fault) -> Void

    private let connection: Connection
    private let sequence: Int
    /// How things stood at the beginning.
    private let initial: [(topic: Topic, value: [UInt8])]

    init(_ daemon: Daemon, _ topics: [Topic]) throws(Fault) {
        let answer = try daemon.call(.eventsSubscribe) { $0.member("topics", topics.map(\.name.description)) }
        connection = try daemon.connected()
        (sequence, initial) = try answer.read { (reader) throws(JSONError) in try Self.subscription(&reader) }
    }

    /// Hands over everything until the daemon ends, which is a fault here.
    func run(_ receive: Receiver) throws(Fault) {
        try begin(receive)
        while try wait(seconds: nil, receive) {}
        throw .noDaemon
    }

    /// Hands over how things stood at the beginning.
    func begin(_ receive: Receiver) throws(Fault) {
        for (topic, value) in initial { try receive(topic, sequence, value) }
    }

    /// Waits for events, at most so long, and hands them over; false once the daemon has closed.
    func wait(seconds: Double?, _ receive: Receiver) throws(Fault) -> Bool {
        let hasArrived = try ReaderWatch.wait(for: connection.descriptor, seconds: seconds)
        if hasArrived, try !connection.receive() { return false }
        while try connection.next({ message throws(Fault) in
            if case .event(let topic, let sequence, let value) = message { try receive(topic, sequence, Array(value)) }
        }) {}
        return true
    }

    /// Reads the answer to a subscription: the sequence number, and how things stand.
    static func subscription(
        _ reader: inout JSONReader
    ) throws(JSONError) -> (Int, [(topic: Topic, value: [UInt8])]) {
        var sequence = 0
        var values: [(topic: Topic, value: [UInt8])] = []
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "sequence": sequence = try reader.readInt()
            case "topics":
                try reader.beginObject()
                while let name = try reader.nextKey() {
                    let topic = Topic(name: name.string)
                    let value = Array(try reader.readRaw())
                    if let topic { values.append((topic, value)) }
                }
            default: try reader.skipValue()
            }
        }
        return (sequence, values)
    }
}

/// Notices when nobody reads standard output any more.
enum ReaderWatch {
    /// Waits until there is something to read from `descriptor`; false when the time is over.
    ///
    /// The program ends here, in silence, as soon as the reader of standard output is gone: a bar that was closed must
    /// not leave anything behind until the next change.
    static func wait(for descriptor: Int32, seconds: Double?) throws(Fault) -> Bool {
        var sources = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
        ]
        let milliseconds = seconds.map { Int32(min(max($0, 0), 86400) * 1000) + 1 } ?? -1
        let count = poll(&sources, 2, milliseconds)
        if count < 0, errno != EINTR { throw .refused("poll: \(String(cString: strerror(errno)))") }
        if sources[1].revents & Int16(POLLERR | POLLHUP) != 0 { exit(0) }
        return sources[0].revents != 0
    }
}
