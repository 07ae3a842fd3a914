import Files
import Glibc
import JSON
import Playback

/// The player's state as it stands in `queue.json`, and which of the log's records it holds.
struct SnapshotFile: Equatable, Sendable {
    /// Files with another number are another program's.
    private static let version = 1
    /// A larger file is no snapshot.
    private static let sizeLimit = 1 << 30
    private static let blockSize = 1 << 16

    /// The last record of the log that is part of it.
    var sequence: UInt64 = 0
    /// The last record that changed what the engine plays; positions from before it mean nothing.
    var movedAt: UInt64 = 0
    var player = Player.Snapshot()

    /// Why a snapshot can't be used, for a person.
    struct Unreadable: Error, Equatable {
        var reason: String
    }

    /// Writes the file, and answers its size in bytes; the former one stays until this one is safe.
    func write(to path: String) throws(SystemFault) -> Int {
        let file = try AtomicFile(path)
        var size = 0
        var writer = JSONWriter()
        writer.bytes.reserveCapacity(Self.blockSize + 4096)
        writer.beginObject()
        writer.member("version", Self.version)
        writer.member("sequence", Int(truncatingIfNeeded: sequence))
        writer.member("movedAt", Int(truncatingIfNeeded: movedAt))
        PlayerWriter.write(player, to: &writer)
        try QueueWriter.write(player.queue, to: &writer) { writer throws(SystemFault) in
            if writer.bytes.count >= Self.blockSize {
                size += writer.bytes.count
                try file.write(writer.bytes)
                writer.bytes.removeAll(keepingCapacity: true)
            }
        }
        writer.endObject()
        writer.endLine()
        size += writer.bytes.count
        try file.write(writer.bytes)
        try file.commit()
        return size
    }

    /// Reads the file, if there is one; the size is in bytes.
    static func read(from path: String) throws(Unreadable) -> (snapshot: SnapshotFile, size: Int)? {
        let bytes: [UInt8]
        do throws(SystemFault) {
            bytes = try RegularFile.read(Array(path.utf8), limit: sizeLimit)
        } catch {
            if error.code == ENOENT { return nil }
            throw Unreadable(reason: error.reason)
        }
        var version = 0
        var snapshot = SnapshotFile()
        do throws(JSONError) {
            try JSONReader.read(bytes, depthLimit: 16) { reader throws(JSONError) in
                version = try snapshot.read(&reader)
            }
        } catch {
            throw Unreadable(reason: error.description)
        }
        guard version == Self.version else {
            throw Unreadable(reason: "its format is \(version), which this version of mood doesn't know")
        }
        return (snapshot, bytes.count)
    }

    private mutating func read(_ reader: inout JSONReader) throws(JSONError) -> Int {
        var version = 0
        var queue = Queue()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "version": version = try reader.readInt()
            case "sequence": sequence = UInt64(bitPattern: Int64(try reader.readInt()))
            case "movedAt": movedAt = UInt64(bitPattern: Int64(try reader.readInt()))
            case "player": player = try PlayerReader.read(&reader)
            case "queue": queue = try QueueReader.read(&reader)
            default: try reader.skipValue()
            }
        }
        player.queue = queue
        PlayerReader.mend(&player)
        return version
    }
}
