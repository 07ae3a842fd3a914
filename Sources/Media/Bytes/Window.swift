/// A cached view of a `RandomAccess`: neighbouring small reads cost one large one.
struct Window {
    /// What a small read is rounded up to.
    static let block = 4096
    /// What is kept for the next read; larger reads pass through.
    static let kept = 65536

    /// What is read in all; beyond it there is nothing (48 MiB).
    static let most = 48 << 20

    private let source: RandomAccess
    private var left = most
    private var start = 0
    private var cache: [UInt8] = []

    init(_ source: RandomAccess) {
        self.source = source
    }

    var size: Int { source.size }

    /// The bytes from `offset`, or as many as there are.
    mutating func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8> {
        guard offset >= 0, offset < size, count > 0 else { return [] }
        let wanted = min(count, size - offset)
        if offset < start || offset - start + wanted > cache.count {
            guard wanted <= left else { return [] }
            let bytes = source.bytes(at: offset, count: max(wanted, Self.block))
            left -= min(left, bytes.count)
            guard bytes.count <= Self.kept else { return bytes.prefix(wanted) }
            start = offset
            cache = bytes
        }
        return cache.dropFirst(offset - start).prefix(wanted)
    }

    /// A reader over the bytes from `offset`, or as many as there are.
    mutating func reader(at offset: Int, count: Int) -> ByteReader {
        ByteReader(bytes(at: offset, count: count))
    }

    /// True if the bytes at `offset` are those of `text`.
    mutating func holds(_ text: StaticString, at offset: Int) -> Bool {
        bytes(at: offset, count: text.utf8CodeUnitCount).starts(with: text)
    }
}
