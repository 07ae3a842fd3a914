/// A run of a source's bytes that is kept in memory.
struct ByteWindow {
    /// The place of its first byte.
    private(set) var start: Int64
    private(set) var bytes: [UInt8] = []

    init(start: Int64) {
        self.start = start
    }

    var end: Int64 { start + Int64(bytes.count) }

    /// What lies at `offset`, at most so many bytes.
    func bytes(at offset: Int64, count: Int) -> ArraySlice<UInt8> {
        guard offset >= start, offset < end else { return [] }
        return bytes[Int(offset - start)...].prefix(count)
    }

    /// Copies what lies at `offset`, and answers how much that was.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        let rest = bytes(at: offset, count: buffer.count)
        rest.withUnsafeBytes { buffer.copyMemory(from: $0) }
        return rest.count
    }

    mutating func append(_ more: some Collection<UInt8>) {
        bytes += more
    }

    /// Drops bytes from the front once it is twice as long as it should be.
    mutating func trim(to length: Int) {
        guard bytes.count > 2 * length else { return }
        let dropped = bytes.count - length
        bytes.removeFirst(dropped)
        start += Int64(dropped)
    }
}
