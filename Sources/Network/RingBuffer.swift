/// A queue of bytes of fixed capacity.
struct RingBuffer {
    private var storage: [UInt8] = []
    private var start = 0
    private(set) var count = 0
    let capacity: Int

    /// Memory is taken when the first bytes come.
    init(capacity: Int) {
        self.capacity = capacity
    }

    var free: Int { capacity - count }

    /// Appends all bytes, or none if they don't fit.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= free else { return false }
        if storage.isEmpty { storage = [UInt8](repeating: 0, count: capacity) }
        let end = (start + count) % capacity
        let first = min(bytes.count, capacity - end)
        storage.withUnsafeMutableBytes { storage in
            storage[end..<end + first].copyBytes(from: bytes[..<first])
            storage[..<(bytes.count - first)].copyBytes(from: bytes[first...])
        }
        count += bytes.count
        return true
    }

    /// Moves as many bytes as there are and fit, and answers how many.
    mutating func read(into target: UnsafeMutableRawBufferPointer) -> Int {
        let wanted = min(count, target.count)
        guard wanted > 0 else { return 0 }
        let first = min(wanted, capacity - start)
        storage.withUnsafeBytes { storage in
            target[..<first].copyBytes(from: storage[start..<start + first])
            target[first..<wanted].copyBytes(from: storage[..<(wanted - first)])
        }
        skip(wanted)
        return wanted
    }

    /// Drops bytes from the front.
    mutating func skip(_ bytes: Int) {
        let dropped = min(bytes, count)
        start = (start + dropped) % capacity
        count -= dropped
        if count == 0 { start = 0 }
    }

    /// Empties it and gives its memory back.
    mutating func clear() {
        storage = []
        start = 0
        count = 0
    }
}
