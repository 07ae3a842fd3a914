import TestSupport

/// A sound server, and a recorder that is past its monitor's silent beginning.
struct SoundBench {
    let server: SoundServer
    let recorder: SoundRecorder

    init(_ kind: SoundServer.Kind) throws {
        server = try SoundServer(kind)
        recorder = try SoundRecorder(server)
        recorder.record(seconds: 3)
    }

    /// The tests that use it run one after the other.
    nonisolated(unsafe) private static var benches: [SoundServer.Kind: SoundBench] = [:]

    /// The one of this kind that several tests share, lest each waits for its own.
    static func shared(_ kind: SoundServer.Kind) throws -> SoundBench {
        if let bench = benches[kind] { return bench }
        let bench = try SoundBench(kind)
        benches[kind] = bench
        return bench
    }
}
