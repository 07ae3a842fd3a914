import EventLoop
import Media
import Moods
import Network

/// Where music comes from, beside the queue: the library, the user's marks, the moods' channels, covers.
///
/// Nothing of it is opened or started before it is needed.
@ControlActor
final class MusicSources {
    /// Playing for so many seconds, the library's index is renewed for the first time: not while anybody waits.
    private static let calmBeforeRenewal = 30.0

    let workers: FileWorkers
    let client: HTTPClient
    let library: Library
    let marks: MarkStore
    let channels: Channels
    let covers: CoverCache

    private var renewal: TimerSource?

    init(_ configuration: Configuration, paths: Paths, workers: FileWorkers, client: HTTPClient) {
        self.workers = workers
        self.client = client
        let file = LibraryFile(decoder: configuration.textDecoder)
        library = Library(
            path: paths.cache + "/library.sqlite", folders: configuration.music, workers: workers, read: file.read)
        marks = MarkStore(path: paths.state + "/marks", workers: workers)
        covers = CoverCache(folder: paths.cache + "/covers", workers: workers, client: client)
        channels = Channels(
            Channels.Sources(
                library: library, marks: marks, client: client, workers: workers, read: file.read,
                lists: paths.cache + "/lists"))
        channels.configure(configuration.moods, decoder: configuration.textDecoder)
    }

    /// Takes over what the user set anew.
    func adopt(_ configuration: Configuration) {
        channels.configure(configuration.moods, decoder: configuration.textDecoder)
        guard configuration.music != library.folders else { return }
        library.folders = configuration.music
        library.renew(ifOlderThan: 0)
    }

    /// Renews the library's index once something has played for a while, so that starting costs nothing.
    func renewLibrary(whilePlaying control: PlayerControl, on loop: EventLoop) throws(SystemError) {
        let timer = try loop.timer(accuracy: 5) { [unowned self, unowned control] in
            guard control.player.state == .playing else { return }
            renewal = nil
            library.renew(ifOlderThan: Library.freshness)
        }
        renewal = timer
        control.observe { [unowned self, unowned control] _ in
            guard let renewal, renewal.isArmed != (control.player.state == .playing) else { return }
            if renewal.isArmed { renewal.disarm() } else { renewal.arm(after: Self.calmBeforeRenewal) }
        }
    }
}

extension Configuration {
    /// How texts are read that are not UTF-8.
    var textDecoder: TextDecoder { TextDecoder(fallbackEncodings: fallbackEncodings) }
}
