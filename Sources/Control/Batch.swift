import EventLoop
import JSON

/// The answers to a batch, sent as one array when the last of them is there.
@ControlActor
final class Batch {
    /// How many bytes of answers may gather before further members are refused.
    static let mostBytes = 4 << 20

    private weak var connection: Connection?
    private var answers: [[UInt8]] = []
    private var missing = 0
    private var isComplete = false
    private(set) var byteCount = 0

    /// While it is open, events wait: the members' answers precede what they caused.
    init(on connection: Connection) {
        self.connection = connection
        connection.eventHolds += 1
    }

    /// The place of another answer.
    func addPlace() -> Int {
        answers.append([])
        return answers.count - 1
    }

    /// Waits for one more answer that comes later.
    func expect() {
        missing += 1
    }

    /// Takes an answer that came later.
    func fulfil(_ place: Int, with answer: [UInt8]) {
        missing -= 1
        put(answer, at: place)
        sendIfDone()
    }

    /// Takes an answer; an empty one is for a request that gets none.
    func put(_ answer: [UInt8], at place: Int) {
        byteCount += answer.count
        answers[place] = answer
    }

    /// All members are carried out or under way.
    func complete() {
        isComplete = true
        sendIfDone()
    }

    private func sendIfDone() {
        guard isComplete, missing == 0, let connection else { return }
        let given = answers.filter { !$0.isEmpty }
        answers = []
        if !given.isEmpty {
            var writer = JSONWriter()
            writer.beginArray()
            for answer in given { writer.raw(answer) }
            writer.endArray()
            writer.endLine()
            connection.transmit(writer.bytes)
        }
        connection.eventHolds -= 1
    }
}
