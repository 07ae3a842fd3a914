import EventLoop
import Foundation

/// Records what a sound server's null sink plays, as floats of one channel after the other.
public final class SoundRecorder {
    public let rate: Int
    public let channels: Int
    private let process: SoundProcess
    private let bytes = Lock(Data())

    /// Begins to record; what comes within the first seconds may be lost to the server's way of opening a monitor.
    public init(_ server: SoundServer, rate: Int = 44_100, channels: Int = 2) throws {
        self.rate = rate
        self.channels = channels
        process = try SoundProcess([
            "parec", "--server", server.address, "--device", "test.monitor", "--raw", "--format=float32le",
            "--rate=\(rate)", "--channels=\(channels)", "--latency-msec=20",
        ])
        let output = dup(process.output)
        Thread.detachNewThread { [bytes] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(output, &buffer, buffer.count)
                guard count > 0 else { break }
                bytes.withLock { $0.append(contentsOf: buffer[..<count]) }
            }
            close(output)
        }
    }

    /// How many frames have come in.
    public var count: Int { bytes.withLock { $0.count } / 4 / channels }

    /// Waits until so many more seconds were recorded; answers where they begin.
    @discardableResult
    public func record(seconds: Double) -> Int {
        let start = count
        let wanted = start + Int(seconds * Double(rate))
        let limit = Date(timeIntervalSinceNow: seconds + 10)
        while count < wanted, Date() < limit { usleep(10_000) }
        return start
    }

    /// The first channel of what was recorded from a frame on.
    public func samples(from start: Int = 0) -> [Float] {
        let data = bytes.withLock { $0 }
        return data.withUnsafeBytes { buffer in
            let floats = buffer.bindMemory(to: Float.self)
            return stride(from: start * channels, to: floats.count / channels * channels, by: channels).map {
                floats[$0]
            }
        }
    }
}
