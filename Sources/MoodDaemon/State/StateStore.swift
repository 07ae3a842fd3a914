import EventLoop
import Files
import Glibc
import JSON
import Playback

/// Keeps the player across restarts: a snapshot, a log of what happened since, and the position.
///
/// A record is in the log, and so survives the daemon's death, when `record` returns. When the log has grown, a worker
/// writes a new snapshot, and the log is shortened then. Where nothing can be written, as on a full disk, the music
/// goes on; a new snapshot is tried every few seconds until one succeeds, and holds everything.
@ControlActor
public final class StateStore {
    /// Seconds between attempts to save again.
    private static let retryDelay = 10.0
    /// The log is compacted at so many records or bytes: replaying it should cost less than reading the snapshot.
    private static let recordLimit = 500
    private static let sizeLimit = 1 << 20

    /// Takes the positions that are heard; for the audio thread.
    public nonisolated let position: PositionFile
    /// Why nothing is saved just now; nil while all is well.
    public private(set) var fault: String?
    /// What was found damaged at the start, for a person.
    public let faultsAtStart: [String]

    private let folder: String
    private let workers: FileWorkers
    /// nil while nothing can be written.
    private var log: LogFile?
    private var sequence: UInt64
    private var movedAt: UInt64
    private var place: Place
    private var state: Player.State
    private var records: Int
    private var snapshotSize: Int
    private var isCompacting = false
    private var isWritable: Bool
    /// After a failure, the log may grow to this before the next attempt.
    private var patience = 0
    private var retry: TimerSource?
    private var current: (@ControlActor () -> Player.Snapshot)?
    private var report: @ControlActor (String?) -> Void = { _ in }

    /// Reads the state folder, which is made if there is none, and answers the player as it was.
    ///
    /// - Parameter seed: for the random numbers of a player that is new.
    public static func open(
        folder: String, workers: FileWorkers, seed: UInt64
    ) -> (store: StateStore, player: Player) {
        // Where this fails, writing does too, and says so.
        try? makeFolder(folder)
        let saved = SavedState(folder: folder, seed: seed)
        return (StateStore(folder, workers, saved), saved.player)
    }

    private init(_ folder: String, _ workers: FileWorkers, _ saved: SavedState) {
        self.folder = folder
        self.workers = workers
        position = PositionFile(path: folder + StateFiles.position)
        faultsAtStart = saved.faults
        sequence = saved.sequence
        movedAt = saved.movedAt
        place = Place(saved.player)
        state = saved.player.state
        records = saved.records
        snapshotSize = saved.snapshotSize
        isWritable = saved.isWritable
        position.advance(to: sequence)
        guard isWritable else {
            fault = saved.faults.last
            return
        }
        do throws(SystemFault) {
            log = try LogFile(path: folder + StateFiles.log, length: saved.logLength)
        } catch {
            fault = Self.message(error)
        }
        if sequence == 0 {
            let seed = saved.player.snapshot.generator
            sequence = 1
            append { SeedRecord.write(seed, to: &$0) }
        }
    }

    /// How the player goes on; to be asked once, before anything is recorded.
    ///
    /// - Parameter resume: how far the music goes on by itself after a clean stop.
    public func restart(_ player: Player, resume: Player.State, now: BootMoment = .now()) -> [Command] {
        let crashPath = folder + StateFiles.crash
        let past = Restart.Past(
            state: player.state, current: player.current, sequence: sequence, movedAt: movedAt,
            slots: position.former, crash: CrashFile.read(crashPath))
        let restart = Restart(past, resume: resume, now: now)
        if restart.crash != past.crash { CrashFile.write(restart.crash, to: crashPath) }
        return restart.commands(current: player.current)
    }

    /// Begins to save by itself.
    ///
    /// - Parameters:
    ///   - player: the player's state, asked for when a snapshot is due.
    ///   - report: told why nothing can be saved any more, once, and nil when it can again.
    public func begin(
        on loop: EventLoop, player: @escaping @ControlActor () -> Player.Snapshot,
        report: @escaping @ControlActor (String?) -> Void
    ) throws(SystemError) {
        current = player
        self.report = report
        retry = try loop.timer(accuracy: 1) { [unowned self] in saveAgain() }
        if let fault {
            report(fault)
            retry?.arm(after: Self.retryDelay)
        }
    }

    /// Writes down an event that the player has handled; `player` is its state after that.
    public func record(_ event: Event, by player: Player) {
        sequence += 1
        records += 1
        let isMoved = Place(player) != place
        if isMoved {
            place = Place(player)
            movedAt = sequence
        }
        append { EventWriter.write(event, to: &$0) }
        position.advance(to: sequence)
        notePosition(player, isMoved: isMoved)
        if isCompactionDue { compact() }
    }

    /// Tries to save everything, where that failed before; it is done by itself every few seconds too.
    func saveAgain() {
        if log == nil { compact() }
    }

    /// Notes an orderly end: where the music is, in seconds, and whether it played until now.
    public func close(_ player: Player, position seconds: Double) {
        position.close(
            entry: player.current ?? EntryID(rawValue: 0), position: seconds, isPlaying: player.state == .playing)
        retry = nil
    }

    private func append(_ content: (inout JSONWriter) -> Void) {
        guard let log else { return }
        var line: [UInt8] = []
        LogRecord.write(sequence, to: &line, content: content)
        do throws(SystemFault) {
            try log.append(line)
        } catch {
            self.log = nil
            fail(error)
        }
    }

    /// Between a command and the first sound of it, the audio thread has nothing to tell.
    private func notePosition(_ player: Player, isMoved: Bool) {
        let isPlaying = player.state == .playing
        if isMoved, let entry = player.current {
            position.record(entry: entry, position: player.start, isPlaying: isPlaying)
        } else if isPlaying, state != .playing {
            position.record(isPlaying: true)
        }
        state = player.state
    }

    // MARK: Compaction

    private var isCompactionDue: Bool {
        guard let log, !isCompacting else { return false }
        return (records >= Self.recordLimit || log.length >= max(Self.sizeLimit, snapshotSize / 2))
            && log.length >= patience
    }

    /// Lets a worker write a snapshot of everything so far.
    private func compact() {
        guard !isCompacting, isWritable, let current else { return }
        isCompacting = true
        let snapshot = SnapshotFile(sequence: sequence, movedAt: movedAt, player: current())
        let length = log?.length
        let (folder, workers) = (folder, workers)
        ControlActor.start { [weak self] in
            do {
                let size = try await workers.run { _ in
                    try makeFolder(folder)
                    return try snapshot.write(to: folder + StateFiles.snapshot)
                }
                self?.shortenLog(after: snapshot.sequence, size: size, from: length)
            } catch {
                self?.compactionFailed(error)
            }
        }
    }

    /// The snapshot is safe: the log needs only what came after it.
    private func shortenLog(after saved: UInt64, size: Int, from length: Int?) {
        isCompacting = false
        snapshotSize = size
        do throws(SystemFault) {
            if let log, let length {
                try log.drop(first: length)
            } else {
                // What happened since then stands nowhere: it needs a snapshot of its own.
                guard sequence == saved else {
                    retry?.arm(after: 1)
                    return
                }
                log = try LogFile(path: folder + StateFiles.log, length: 0)
            }
            records = Int(truncatingIfNeeded: sequence - saved)
            patience = 0
            recover()
        } catch {
            compactionFailed(error)
        }
    }

    private func compactionFailed(_ error: any Error) {
        isCompacting = false
        // A log that still takes records saves everything; it only grows.
        if let log {
            patience = log.length * 2
        } else if let error = error as? SystemFault {
            fail(error)
        } else {
            retry?.arm(after: Self.retryDelay)
        }
    }

    private func fail(_ error: SystemFault) {
        retry?.arm(after: Self.retryDelay)
        guard fault == nil else { return }
        let message = Self.message(error)
        fault = message
        report(message)
    }

    private func recover() {
        guard fault != nil else { return }
        fault = nil
        report(nil)
    }

    private static func message(_ error: SystemFault) -> String {
        "the queue isn't saved: \(error); the music goes on"
    }
}
