import EventLoop
import JSON
import MoodProtocol

extension Connection {
    /// How many bytes of answers gather before they are sent.
    private static let answersPerSend = 64 << 10

    /// Carries out the requests that have arrived, as far as the client reads their answers.
    func takeRequests() {
        isTakingRequests = true
        defer { isTakingRequests = false }
        var answers = server.borrowMemory()
        do throws(LineTooLong) {
            while !isPaused {
                guard let line = try hasEnded ? framer.lastLine() : framer.nextLine() else {
                    hasLines = false
                    break
                }
                carryOut(framer.withBytes(of: line) { Message($0) }, &answers)
                if answers.bytes.count >= Self.answersPerSend { send(&answers) }
            }
        } catch {
            hasLines = false
            isLeaving = true
            answers.response(.null, RPCError(.invalidRequest, "a request has at most 1 MiB on its line"))
            answers.endLine()
        }
        send(&answers)
        server.giveBack(answers)
    }

    private func send(_ answers: inout JSONWriter) {
        transmit(answers.bytes)
        // What waits for the client keeps its memory.
        if pending.isEmpty { answers.bytes.removeAll(keepingCapacity: true) } else { answers.bytes = [] }
    }

    private func carryOut(_ message: Message, _ answers: inout JSONWriter) {
        switch message {
        case .single(.refused(let id, let error)):
            guard let id else { return }
            answers.response(id, error)
            answers.endLine()
        case .single(.request(let request)):
            guard !isInVain(request) else { return }
            let entry = server.dispatcher.entry(for: request.method)
            if case .deferred(let handler) = entry {
                // It may be answered at once, and then not ahead of those before it.
                send(&answers)
                handler(request.parameters, Responder(id: request.id, on: self))
            } else {
                answer(request, entry, &answers)
                if request.id != nil { answers.endLine() }
            }
        case .batch(let calls):
            send(&answers)
            carryOut(calls)
        }
    }

    /// Whether it is a question of a client that is gone.
    private func isInVain(_ request: Request) -> Bool { isDeaf && request.method.onlyAnswers }

    private func carryOut(_ calls: [Call]) {
        let batch = Batch(on: self)
        for call in calls {
            let place = batch.addPlace()
            var answers = JSONWriter()
            switch call {
            case .refused(let id, let error):
                if let id { answers.response(id, error) }
            case .request(let request) where isInVain(request): break
            case .request(let request):
                let entry = server.dispatcher.entry(for: request.method)
                if batch.byteCount > Batch.mostBytes {
                    refuse(request.id, RPCError(.limitReached, "the batch's answers grew too long"), &answers)
                } else if case .deferred(let handler) = entry {
                    handler(request.parameters, Responder(id: request.id, on: self, batch: batch, place: place))
                    continue
                } else {
                    answer(request, entry, &answers)
                }
            }
            batch.put(answers.bytes, at: place)
        }
        batch.complete()
    }

    /// Carries out a request that is answered in its turn; without an id, it is carried out all the same.
    private func answer(_ request: Request, _ entry: Dispatcher.Entry?, _ answers: inout JSONWriter) {
        let start = answers.bytes.count
        if let id = request.id { answers.beginResponse(id) }
        do throws(RPCError) {
            switch entry {
            case .immediate(let handler): try handler(request.parameters, &answers)
            case .connection(let handler): handler(request.parameters, self, &answers)
            case .deferred, nil: throw RPCError(.methodNotFound, "\(request.method.name) isn't supported here")
            }
            if request.id != nil { return answers.endResponse() }
            answers.rewind(to: start)
        } catch {
            answers.rewind(to: start)
            refuse(request.id, error, &answers)
        }
    }

    private func refuse(_ id: RequestID?, _ error: RPCError, _ answers: inout JSONWriter) {
        if let id { answers.response(id, error) }
    }
}

extension JSONWriter {
    /// Takes back what was written since there were so many bytes, at the start of a message.
    fileprivate mutating func rewind(to count: Int) {
        bytes.removeLast(bytes.count - count)
        self = JSONWriter(appendingTo: bytes)
    }
}
