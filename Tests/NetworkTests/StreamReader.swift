import EventLoop
import Glibc
import Network
import TestSupport

/// Reads a stream as a patient consumer does: what is there at once, then asleep until there is more.
final class StreamReader: Sendable {
    let stream: HTTPStream
    private let bell: Lock<Bool>

    init(_ client: HTTPClient, _ request: HTTPRequest, isLive: Bool = false, capacity: Int = 1 << 20) {
        let bell = Lock(false)
        self.bell = bell
        stream = client.stream(request, isLive: isLive, capacity: capacity) {
            bell.withLock { $0 = true }
            bell.wakeAll()
        }
    }

    /// The next bytes, at most `limit`; fewer only at the end, or when no more come because of a fault.
    func read(_ limit: Int = .max, untilFault: Bool = false) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 32 << 10)
        while bytes.count < limit {
            let wanted = min(chunk.count, limit - bytes.count)
            switch chunk.withUnsafeMutableBytes({
                stream.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<wanted]))
            }) {
            case .bytes(let count): bytes += chunk[..<count]
            case .wait:
                if untilFault, stream.information.fault != nil { return bytes }
                waitForBell()
            case .rejoined: continue
            case .end: return bytes
            case .failed(let failure): throw failure
            }
        }
        return bytes
    }

    func waitForBell() {
        bell.wait { rung in
            guard rung else { return nil as Void? }
            rung = false
            return ()
        }
    }
}

/// Waits for a download on the calling thread.
func download(_ client: HTTPClient, _ request: HTTPRequest, limit: Int = 1 << 20, seconds: Double = 10) throws
    -> HTTPDownload
{
    let box = Lock<Result<HTTPDownload, HTTPFailure>?>(nil)
    client.download(request, limit: limit, seconds: seconds) { result in
        box.withLock { $0 = result }
        box.wakeAll()
    }
    return try box.wait { $0 }.get()
}

/// Bytes in which every place is told from every other.
func numberedBytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }
}
