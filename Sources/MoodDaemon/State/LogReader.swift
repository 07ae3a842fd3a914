import Glibc

/// What a log's bytes hold: the records that follow a snapshot, up to the first one that isn't whole.
struct LogReader {
    /// How a log ends.
    enum End: Equatable {
        /// With its last record.
        case whole
        /// In the middle of its last line, as when the power went: that line was never answered, or never synced.
        case torn
        /// With a record that can't be, and others after it.
        case damaged
    }

    /// The number of the last good record, or the snapshot's.
    private(set) var sequence: UInt64
    /// Where the last good record ends, in bytes.
    private(set) var length = 0
    /// How many records came after the snapshot.
    private(set) var count = 0
    private(set) var end = End.whole

    /// Hands each record's number and JSON to `apply`, which answers whether it could make sense of it.
    init(
        _ bytes: UnsafeRawBufferPointer, after snapshot: UInt64,
        apply: (UInt64, UnsafeRawBufferPointer) -> Bool
    ) {
        sequence = snapshot
        var last: UInt64?
        while length < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[length...])
            guard let newline = rest.firstNewline else {
                end = .torn
                return
            }
            guard let record = LogRecord.read(UnsafeRawBufferPointer(rebasing: rest[..<newline])) else {
                end = newline + 1 == rest.count ? .torn : .damaged
                return
            }
            // Records that the snapshot holds already may stand before; after them the numbers have no gap.
            guard last.map({ record.sequence == $0 &+ 1 }) ?? (record.sequence <= snapshot &+ 1) else {
                end = .damaged
                return
            }
            if record.sequence > snapshot {
                guard apply(record.sequence, record.json) else {
                    end = .damaged
                    return
                }
                sequence = record.sequence
                count += 1
            }
            last = record.sequence
            length += newline + 1
        }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var firstNewline: Int? {
        guard let baseAddress, let found = memchr(baseAddress, Int32(UInt8(ascii: "\n")), count) else { return nil }
        return UnsafeRawPointer(found) - baseAddress
    }
}
