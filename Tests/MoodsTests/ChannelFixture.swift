import EventLoop
import Media
import Network
import Playback
import TestSupport

@testable import Moods

/// What channels are made of, in a folder of its own.
@ControlActor
struct ChannelFixture {
    let folder = TemporaryFolder()
    let workers = FileWorkers()
    let client = HTTPClient(userAgent: "mood-tests")
    let marks: MarkStore
    let cache: ListCache

    init() {
        marks = MarkStore(path: folder.path + "/marks", workers: workers)
        cache = ListCache(folder: folder.path + "/lists", workers: workers)
    }

    func songs(_ url: String, patience: Double = 5) -> SongsChannel {
        SongsChannel(
            mood: "calm", url: url, source: RemoteList(client: client, workers: workers), marks: marks, cache: cache,
            decoder: TextDecoder(), patience: patience)
    }

    func radio(_ servers: [String], entrance: String = "http://127.0.0.1:9", tags: [String] = ["ambient"])
        -> RadioChannel
    {
        let directory = RadioDirectory(
            source: RemoteList(client: client, workers: workers), entrance: entrance, servers: servers,
            generator: SplitMix64(seed: 1))
        return RadioChannel(
            mood: "calm", tags: tags, directory: directory, marks: marks, cache: cache, generator: SplitMix64(seed: 1))
    }
}

extension ScriptedServer {
    /// Answers one request after the other with these bodies; the last one again and again.
    convenience init(bodies: [String]) {
        self.init { $0.answer(Array(bodies[min($0.number, bodies.count - 1)].utf8)) }
    }
}
