import EventLoop
import Files
import Playback

/// The user's own music: what lies in the music folders, found by words and by mood.
///
/// Nothing is opened before it is asked for. The work is done on the threads that may wait for a disk.
@ControlActor
public final class Library {
    /// A scan older than so many seconds is renewed when a mood is set.
    public static let freshness = 3600.0
    /// Seconds for which a scan keeps a worker before others have their turn.
    private nonisolated static let slice = 0.25

    /// The music folders, absolute.
    public var folders: [String] { didSet { if folders != oldValue { found = nil } } }
    /// Called with what went wrong in the background, for a person.
    public var report: (String) -> Void = { _ in }

    /// Called when a scan is done, which may have needed memory.
    public var scanned: () -> Void = {}
    /// Why the last scan was not finished.
    private(set) var failure: String?

    private let index: LibraryIndex
    let workers: FileWorkers
    private let read: @Sendable ([UInt8]) -> ScannedFile
    /// The scan that was asked for last; each waits for the one before it.
    private var lastScan: Task<LibraryChanges, any Error>?
    private var scans = 0
    private var progressWaiters: [CheckedContinuation<Void, Never>] = []
    /// What was found last, for the pages that follow.
    private var found: (search: LibrarySearch, ids: [Int64])?

    /// A page of what was found.
    public enum Page: Sendable {
        case tracks([Track], total: Int)
        case groups([LibraryGroup], total: Int)
    }

    /// - Parameters:
    ///   - path: where the index is kept.
    ///   - folders: the music folders, absolute.
    ///   - read: reads a file's tags, on a worker thread.
    public init(
        path: String, folders: [String], workers: FileWorkers, read: @escaping @Sendable ([UInt8]) -> ScannedFile
    ) {
        index = LibraryIndex(path: path)
        self.folders = folders
        self.workers = workers
        self.read = read
    }

    // MARK: Finding

    /// A part of what holds every word of the search; a library that was never scanned is scanned first.
    public func search(_ search: LibrarySearch, offset: Int, limit: Int) async throws -> Page {
        if try await lastScanTime() == nil { try await waitForFirstScan() }
        let index = index
        guard search.findsTracks else {
            let groups = try await workers.run { _ in try index.groups(found: search) }
            return .groups(Array(groups.dropFirst(offset).prefix(limit)), total: groups.count)
        }
        let ids: [Int64]
        if let found, found.search == search, offset > 0 {
            ids = found.ids
        } else {
            ids = try await workers.run { _ in try index.tracks(found: search) }
        }
        let page = ids.dropFirst(offset).prefix(limit)
        found = offset + limit < ids.count ? (search, ids) : nil
        return .tracks(try await workers.run { _ in try index.tracks(page) }, total: ids.count)
    }

    /// The tracks that fit a mood, as far as they are known, and how many fit why.
    func candidates(_ criteria: MoodCriteria) async throws -> (fitting: [Candidate], counts: MoodCounts) {
        let index = index
        return try await workers.run { _ in try index.candidates(criteria) }
    }

    /// Some tracks of the library; those whose files are gone are left out.
    func tracks(_ ids: [Int64]) async throws -> [Track] {
        let index = index
        return try await workers.run { _ in try index.tracks(ids).filter(\.isThere) }
    }

    // MARK: Scanning

    /// Whether a scan is under way or waits.
    var isScanning: Bool { scans > 0 }

    /// Looks for new, changed and vanished files, when the scans before it are done.
    ///
    /// - Parameter path: a file or folder in one of the music folders; nil for all of them.
    @discardableResult
    public func update(_ path: [UInt8]? = nil) async throws -> LibraryChanges {
        let task = startUpdate(path)
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Scans in the background, unless that is done already.
    func beginScan() {
        guard !isScanning else { return }
        let task = startUpdate(nil)
        ControlActor.start { [self] in
            do {
                _ = try await task.value
            } catch {
                report("\(error)")
            }
        }
    }

    /// Scans in the background if the last scan is more than so many seconds old.
    public func renew(ifOlderThan seconds: Double) {
        guard !isScanning else { return }
        ControlActor.start { [self] in
            do {
                if let last = try await lastScanTime(), Moment.sinceEpoch - last < seconds, last <= Moment.sinceEpoch {
                    return
                }
                beginScan()
            } catch {
                report("\(error)")
            }
        }
    }

    /// When the music folders were scanned whole; nil if they never were.
    func lastScanTime() async throws -> Double? {
        let index = index
        return try await workers.run { _ in
            try index.open { (database) throws(DatabaseFault) in try database.fact("scanned") }.map(Double.init)
        }
    }

    /// Waits until a scan has found more, or ended; at once if none is under way.
    func scanProgress() async {
        guard isScanning else { return }
        await withCheckedContinuation { progressWaiters.append($0) }
    }

    private func waitForFirstScan() async throws {
        if let lastScan, isScanning { _ = try? await lastScan.value } else { try await update() }
    }

    private func startUpdate(_ path: [UInt8]?) -> Task<LibraryChanges, any Error> {
        let former = lastScan
        scans += 1
        let task = ControlActor.start { [self] in
            defer {
                scans -= 1
                tellProgress()
            }
            _ = try? await former?.value
            try Task.checkCancellation()
            do {
                let changes = try await scan(path)
                failure = nil
                scanned()
                return changes
            } catch {
                failure = "\(error)"
                throw error
            }
        }
        lastScan = task
        return task
    }

    private func scan(_ path: [UInt8]?) async throws -> LibraryChanges {
        found = nil
        defer { found = nil }
        let index = index
        do {
            do {
                return try await scanOnce(path)
            } catch let fault as DatabaseFault where fault.isDamage {
                _ = try await workers.run { _ in index.discard() }
                return try await scanOnce(nil)
            }
        } catch let fault as DatabaseFault {
            throw LibraryFault(description: "the library's index \(index.path): \(fault)")
        }
    }

    private func scanOnce(_ path: [UInt8]?) async throws -> LibraryChanges {
        let (index, read, roots) = (index, read, folders.map { Array($0.utf8) })
        let scan = try await workers.run { _ in try LibraryScan(index, roots: roots, target: path, read: read) }
        while try await !workers.run({ cancellation in try scan.run(seconds: Self.slice, cancellation) }) {
            tellProgress()
        }
        return scan.changes
    }

    private func tellProgress() {
        let waiters = progressWaiters
        progressWaiters = []
        for waiter in waiters { waiter.resume() }
    }
}
