import Files
import Glibc
import JSON
import Playback

/// What the state folder holds: the snapshot, with the log's records replayed upon it.
struct SavedState {
    /// The player as it was at the last record.
    var player: Player
    /// The last record.
    var sequence: UInt64 = 0
    /// The last record that changed what the engine plays.
    var movedAt: UInt64 = 0
    /// How much of the log is good, in bytes, and how many records came after the snapshot.
    var logLength = 0
    var records = 0
    /// The snapshot's size in bytes.
    var snapshotSize = 0
    /// What went wrong, for a person.
    var faults: [String] = []
    /// False when a file that can't be read is in the way: nothing must be written over it.
    var isWritable = true

    /// Reads the folder; what can't be read is set aside, and the rest is used.
    ///
    /// - Parameter seed: for the random numbers, when there is no snapshot.
    init(folder: String, seed: UInt64) {
        player = Player(seed: seed)
        let snapshotPath = folder + StateFiles.snapshot
        let logPath = folder + StateFiles.log
        do throws(SnapshotFile.Unreadable) {
            if let (snapshot, size) = try SnapshotFile.read(from: snapshotPath) {
                player = Player(snapshot: snapshot.player)
                sequence = snapshot.sequence
                movedAt = snapshot.movedAt
                snapshotSize = size
            }
        } catch {
            setAside(snapshotPath, error.reason)
            // Its records make no sense without the snapshot.
            setAside(logPath, "it goes on from that file")
            return
        }
        replay(logPath)
    }

    private mutating func replay(_ path: String) {
        let bytes: [UInt8]
        do throws(SystemFault) {
            bytes = try RegularFile.read(Array(path.utf8), limit: 1 << 30)
        } catch {
            if error.code != ENOENT { setAside(path, error.reason) }
            return
        }
        let reader = bytes.withUnsafeBytes { buffer in
            LogReader(buffer, after: sequence) { number, json in
                if number == 1, let seed = SeedRecord.read(json) {
                    player = Player(seed: seed)
                    return true
                }
                guard let event = EventReader.read(json) else { return false }
                let place = Place(player)
                _ = player.handle(event)
                if Place(player) != place { movedAt = number }
                return true
            }
        }
        sequence = reader.sequence
        records = reader.count
        logLength = reader.length
        if reader.end == .damaged { keepGoodPart(of: bytes, path, reader.length) }
    }

    /// The damaged log is kept under another name, and what is good of it goes on.
    private mutating func keepGoodPart(of bytes: [UInt8], _ path: String, _ length: Int) {
        let good = path + ".good"
        do throws(SystemFault) {
            try AtomicFile.write(Array(bytes[..<length]), to: good)
        } catch {
            isWritable = false
            faults.append(error.description)
            return
        }
        setAside(path, "a record in it is damaged; what came before it was used", staying: true)
        logLength = length
        if rename(good, path) != 0 {
            isWritable = false
            faults.append(SystemFault(path: path, code: errno).description)
        }
    }

    private mutating func setAside(_ path: String, _ reason: String, staying: Bool = false) {
        logLength = 0
        do throws(SystemFault) {
            guard let name = try SetAside.rename(path, staying: staying) else { return }
            faults.append("\(path) can't be used: \(reason); it is kept as \(name)")
        } catch {
            isWritable = false
            faults.append("\(path) can't be used (\(reason)), and not be moved out of the way: \(error.reason)")
        }
    }
}

/// What the engine plays from where: a record that changes it makes earlier positions meaningless.
struct Place: Equatable {
    let current: EntryID?
    let ticket: Ticket?
    let start: Double

    init(_ player: Player) {
        current = player.current
        ticket = player.ticket
        start = player.start
    }
}

/// The first record of a log without a snapshot: where the player's random numbers began.
enum SeedRecord {
    static func write(_ seed: UInt64, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("seed", Int(truncatingIfNeeded: seed))
        writer.endObject()
    }

    static func read(_ json: UnsafeRawBufferPointer) -> UInt64? {
        var reader = JSONReader(json)
        guard let object = try? JSONObject(reading: &reader), let seed = object["seed"]?.integer else { return nil }
        return UInt64(bitPattern: Int64(seed))
    }
}

/// The files of the state folder.
enum StateFiles {
    static let snapshot = "/queue.json"
    static let log = "/queue.log"
    static let position = "/position"
    static let crash = "/crash"
}
