import EventLoop
import JSON
import MoodProtocol

/// The answer to one request that is still to be given.
///
/// It is given once; later tries do nothing, nor do any after the connection closed. One that is let go without an
/// answer tells the client that something went wrong.
@ControlActor
public final class Responder {
    private let id: RequestID?
    private let batch: Batch?
    private let place: Int
    private weak var connection: Connection?
    private let serial: Int
    private var isAnswered = false
    private var holdsEvents = false

    /// - Parameter place: the answer's place in the batch.
    init(id: RequestID?, on connection: Connection, batch: Batch? = nil, place: Int = 0) {
        self.id = id
        self.batch = batch
        self.place = place
        self.connection = connection
        serial = connection.beginAnswer()
        batch?.expect()
    }

    isolated deinit {
        fail(RPCError(.internalError, "the daemon lost this request"))
    }

    /// Whether nobody waits any more, because the connection is closed.
    public var isClosed: Bool { connection?.isClosed ?? true }

    /// Calls `handler` when the connection closes before the answer is given; at once if it is closed already.
    public func onClose(_ handler: @escaping @ControlActor () -> Void) {
        guard !isAnswered else { return }
        guard let connection, !connection.isClosed else { return handler() }
        connection.closeHandlers[serial] = handler
    }

    /// Lets this client's events wait until the answer is given: for work that causes events and is soon done.
    public func precedeEvents() {
        guard !isAnswered, !holdsEvents else { return }
        holdsEvents = true
        connection?.eventHolds += 1
    }

    /// Answers with the one value that `body` writes.
    public func succeed(_ body: @ControlActor (inout JSONWriter) -> Void) {
        give { writer, id in
            writer.beginResponse(id)
            body(&writer)
            writer.endResponse()
        }
    }

    /// Refuses the request.
    public func fail(_ error: RPCError) {
        give { writer, id in writer.response(id, error) }
    }

    /// Does the work in a task, which is cancelled when the connection closes, and answers with what it returns.
    ///
    /// Errors other than `RPCError` become internal ones, with their description.
    public func answer(
        with work: sending @escaping @ControlActor () async throws -> (@ControlActor (inout JSONWriter) -> Void)
    ) {
        let task = ControlActor.start { [self] in
            do {
                succeed(try await work())
            } catch let error as RPCError {
                fail(error)
            } catch {
                fail(RPCError(.internalError, "\(error)"))
            }
        }
        onClose { task.cancel() }
    }

    private func give(_ write: (inout JSONWriter, RequestID) -> Void) {
        guard !isAnswered else { return }
        isAnswered = true
        guard let connection else { return }
        var answer = JSONWriter()
        if let id, !connection.isClosed { write(&answer, id) }
        if let batch {
            batch.fulfil(place, with: answer.bytes)
        } else if !answer.bytes.isEmpty {
            answer.endLine()
            connection.transmit(answer.bytes)
        }
        if holdsEvents { connection.eventHolds -= 1 }
        connection.endAnswer(serial)
    }
}
