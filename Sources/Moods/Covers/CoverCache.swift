import EventLoop
import Files
import Glibc
import Media
import Network

/// Pictures that were fetched or taken out of files, as files of their own that other programs can show.
///
/// Kept by a hash of where they come from, 256 MiB in all, what was not asked for the longest time going first.
@ControlActor
public final class CoverCache {
    private nonisolated static let largestFolder = 256 << 20
    private static let patience = 30.0

    private let folder: String
    private let workers: FileWorkers
    private let client: HTTPClient
    /// Fetches that are under way, so that none is made twice.
    private var fetching: [String: Task<String?, any Error>] = [:]

    /// - Parameter folder: where they are kept; it is made when the first one is.
    public init(folder: String, workers: FileWorkers, client: HTTPClient) {
        self.folder = folder
        self.workers = workers
        self.client = client
    }

    /// The path of the picture behind an http or https address; nil if there is none.
    public func path(ofAddress url: String) async throws -> String? {
        if let task = fetching[url] { return try await task.value }
        let task = ControlActor.start { [self] in
            defer { fetching[url] = nil }
            return try await fetch(url)
        }
        fetching[url] = task
        return try await task.value
    }

    private func fetch(_ url: String) async throws -> String? {
        let store = store
        if let path = try await workers.run({ _ in store.path(of: url) }) { return path }
        let download = try await client.fetch(
            HTTPRequest(url: url), limit: Cover.maximumSize, seconds: Self.patience)
        guard let cover = Cover(download.body[...]) else { return nil }
        return try await workers.run { _ in try store.write(cover, of: url) }
    }

    /// The files, for work on a worker thread.
    public var store: CoverStore { CoverStore(folder: folder, largest: Self.largestFolder) }
}

/// The files of the cover cache; everything here waits for a disk.
public struct CoverStore: Sendable {
    private static let extensions = ["jpg", "png", "webp", "gif"]

    let folder: String
    let largest: Int

    /// The path of a picture that is there; nil if it isn't.
    public func path(of source: String) -> String? {
        let stem = stem(of: source)
        for path in Self.extensions.map({ "\(stem).\($0)" }) where access(path, R_OK) == 0 {
            BoundedFolder.touch(path)
            return path
        }
        return nil
    }

    /// Keeps a picture, and answers its path.
    public func write(_ cover: Cover, of source: String) throws(SystemFault) -> String {
        try makeFolder(folder)
        let path = "\(stem(of: source)).\(cover.type.fileExtension)"
        try AtomicFile.write(cover.bytes, to: path)
        BoundedFolder(path: folder).trim(to: largest)
        return path
    }

    private func stem(of source: String) -> String {
        var source = source
        return "\(folder)/\(String(source.withUTF8 { Checksum.of(UnsafeRawBufferPointer($0)) }, radix: 16))"
    }
}
