import JSON
import Playback

/// Reads what `QueueWriter` wrote; the entries go straight into the queue, so that they never exist twice.
enum QueueReader {
    /// Entries are found by their number in a table, whose size a damaged file must not decide.
    private static let largestID: UInt32 = 1 << 28

    static func read(_ reader: inout JSONReader) throws(JSONError) -> Queue {
        var nextID: UInt32 = 1
        var version: UInt64 = 0
        var queue: Queue?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "nextID": nextID = min(try reader.readUInt32(), largestID)
            case "version": version = UInt64(bitPattern: Int64(try reader.readInt()))
            case "entries":
                let entries = Entries(reader)
                queue = Queue(entries: entries, nextID: nextID, version: version)
                reader = try entries.finish()
            default: try reader.skipValue()
            }
        }
        return queue ?? Queue(entries: EmptyCollection(), nextID: nextID, version: version)
    }

    /// An entry's number, as it may stand in a file.
    static func id(_ number: UInt32, _ reader: JSONReader) throws(JSONError) -> EntryID {
        guard number > 0, number <= largestID else { throw JSONError(.invalidNumber, offset: 0) }
        return EntryID(rawValue: number)
    }

    /// The entries of an array, one after another.
    private final class Entries: Sequence, IteratorProtocol {
        private var reader: JSONReader
        private var tracks = SavedTrackReader()
        private var hasBegun = false
        private var error: JSONError?

        init(_ reader: JSONReader) {
            self.reader = reader
        }

        func next() -> Entry? {
            do throws(JSONError) {
                return try read()
            } catch {
                self.error = error
                return nil
            }
        }

        /// The reader behind the array.
        func finish() throws(JSONError) -> JSONReader {
            if let error { throw error }
            return reader
        }

        private func read() throws(JSONError) -> Entry? {
            if !hasBegun { try reader.beginArray() }
            hasBegun = true
            guard try reader.nextElement() else { return nil }
            let (id, track, unavailable) = try tracks.read(&reader)
            let number = try QueueReader.id(id?.rawValue ?? 0, reader)
            return Entry(id: number, track: track, unavailable: unavailable)
        }
    }
}
