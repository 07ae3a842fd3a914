/// A download on its way.
public final class HTTPDownloadTask: TransferReceiver, @unchecked Sendable {  // Only the network thread looks inside.
    private let request: HTTPRequest
    private let limit: Int
    private var completion: (@Sendable (Result<HTTPDownload, HTTPFailure>) -> Void)?
    private var transfer: Transfer?
    private var head: HTTPHead?
    private var body: [UInt8] = []
    private var rejection: HTTPFailure?

    init(
        _ request: HTTPRequest, limit: Int,
        completion: @escaping @Sendable (Result<HTTPDownload, HTTPFailure>) -> Void
    ) {
        self.request = request
        self.limit = limit
        self.completion = completion
    }

    func begin(seconds: Double, on loop: TransferLoop) {
        guard completion != nil else { return }
        transfer = loop.add(request, receiver: self)
        guard transfer != nil else {
            return settle(.failure(HTTPFailure(.refused, "\(request.url) can't be asked for")))
        }
        // A byte a minute is alive, and yet of no use: the whole has a limit too.
        loop.after(seconds) { [weak self] loop in
            guard let self, self.completion != nil else { return }
            self.giveUp(
                HTTPFailure(.connection, "\(host(of: self.request.url)) took longer than \(Int(seconds)) s"), on: loop)
        }
    }

    func cancel(on loop: TransferLoop) {
        giveUp(HTTPFailure(.cancelled, "\(host(of: request.url)): given up"), on: loop)
    }

    private func giveUp(_ failure: HTTPFailure, on loop: TransferLoop) {
        if let transfer { loop.remove(transfer) }
        settle(.failure(failure))
    }

    func receive(_ head: HTTPHead) -> Bool {
        self.head = head
        if !(200...299).contains(head.status) {
            rejection = .status(head)
        } else if let length = head.contentLength, length > limit {
            rejection = tooLarge
        }
        return rejection == nil
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> TransferVerdict {
        guard body.count + bytes.count <= limit else {
            rejection = tooLarge
            return .breakOff
        }
        body.append(contentsOf: bytes)
        return .taken
    }

    func finish(_ failure: HTTPFailure?) {
        if let failure = rejection ?? failure {
            settle(.failure(failure))
        } else if let head {
            settle(.success(HTTPDownload(head: head, body: body)))
        }
    }

    private var tooLarge: HTTPFailure {
        HTTPFailure(.refused, "\(host(of: request.url)) sends more than \(limit >> 10) KiB")
    }

    private func settle(_ result: Result<HTTPDownload, HTTPFailure>) {
        transfer = nil
        body = []
        let completion = completion
        self.completion = nil
        completion?(result)
    }
}
