import EventLoop
import Media
import Network
import Playback

/// The moods there are, and the channel of each.
///
/// A channel is made when its mood is first set and lives on, so that setting it again goes on with fresh music.
@ControlActor
public final class Channels {
    /// What the channels are made of.
    public struct Sources {
        /// The user's own music.
        public var library: Library
        /// What the user thinks of tracks.
        public var marks: MarkStore
        /// Fetches lists.
        public var client: HTTPClient
        /// Threads that may wait for a disk.
        public var workers: FileWorkers
        /// Reads a file's tags, on a worker thread.
        public var read: @Sendable ([UInt8]) -> ScannedFile
        /// Where lists are kept.
        public var lists: String

        /// All that channels need.
        public init(
            library: Library, marks: MarkStore, client: HTTPClient, workers: FileWorkers,
            read: @escaping @Sendable ([UInt8]) -> ScannedFile, lists: String
        ) {
            self.library = library
            self.marks = marks
            self.client = client
            self.workers = workers
            self.read = read
            self.lists = lists
        }
    }

    private let sources: Sources
    private let cache: ListCache
    private let radio: RadioDirectory
    private var decoder = TextDecoder()
    private var configured: [String: ChannelConfiguration] = [:]
    private var channels: [String: any Channel] = [:]

    /// Makes nothing yet.
    public init(_ sources: Sources) {
        self.sources = sources
        cache = ListCache(folder: sources.lists, workers: sources.workers)
        radio = RadioDirectory(
            source: RemoteList(client: sources.client, workers: sources.workers),
            generator: SystemRandomNumberGenerator())
    }

    /// Takes over what the user set; the channels of moods that stay as they were live on.
    public func configure(_ moods: [String: ChannelConfiguration], decoder: TextDecoder) {
        let former = Dictionary(uniqueKeysWithValues: channels.keys.map { ($0, configuration(of: $0)) })
        let isSameDecoder = decoder == self.decoder
        configured = moods
        self.decoder = decoder
        channels = channels.filter { isSameDecoder && configuration(of: $0.key) == former[$0.key] }
    }

    /// The names of all moods: those that are built in, then the user's own.
    public var names: [String] {
        let builtIn = BuiltInMood.all.map(\.name)
        return builtIn + configured.keys.filter { BuiltInMood.named($0) == nil }.sorted()
    }

    /// The mood's name as it is listed, however somebody wrote it.
    public func name(of mood: String) throws(ChannelFault) -> String {
        let folded = Folding.fold(mood)
        if let name = names.first(where: { Folding.fold($0) == folded }) { return name }
        throw ChannelFault(.unknownMood, "no mood \"\(mood)\": there are \(names.joined(separator: ", "))")
    }

    /// The channel of a mood with this very name; nil if there is no such mood.
    public func channel(of name: String) -> (any Channel)? {
        if let channel = channels[name] { return channel }
        guard names.contains(name) else { return nil }
        let channel = make(name)
        channels[name] = channel
        return channel
    }

    /// How many tracks of the library fit a mood, and why; nil if its music comes from elsewhere.
    public func counts(of name: String) async throws -> MoodCounts? {
        try await (channel(of: name) as? LibraryChannel)?.counts()
    }

    private func configuration(of name: String) -> ChannelConfiguration {
        configured.first { Folding.fold($0.key) == Folding.fold(name) }?.value ?? .library(genres: nil)
    }

    private func make(_ name: String) -> any Channel {
        let builtIn = BuiltInMood.named(name)
        let generator = SplitMix64(seed: .random(in: .min ... .max))
        let list = RemoteList(client: sources.client, workers: sources.workers)
        switch configuration(of: name) {
        case .library(let genres):
            return LibraryChannel(
                mood: name, genres: genres ?? builtIn?.genres ?? [], moods: { [unowned self] in names },
                library: sources.library, marks: sources.marks, generator: generator)
        case .path(let path):
            return PathChannel(
                mood: name, path: path, workers: sources.workers, marks: sources.marks, read: sources.read,
                decoder: decoder, generator: generator)
        case .songs(let url):
            return SongsChannel(
                mood: name, url: url, source: list, marks: sources.marks, cache: cache, decoder: decoder)
        case .radio(let tags):
            return RadioChannel(
                mood: name, tags: tags ?? builtIn?.radioTags ?? [name], directory: radio, marks: sources.marks,
                cache: cache, generator: generator)
        }
    }
}
