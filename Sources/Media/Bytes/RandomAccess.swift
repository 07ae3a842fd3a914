/// Bytes that can be read at any place, such as a file's, so that a format asks only for what it needs.
public struct RandomAccess {
    /// The number of bytes in all.
    public let size: Int
    private let reader: (_ offset: Int, _ count: Int) -> [UInt8]

    /// Bytes that `read` delivers: `count` of them from `offset`, or fewer where they end or cannot be read.
    ///
    /// `offset` and `count` are never negative and their sum never exceeds `size`.
    public init(size: Int, read: @escaping (_ offset: Int, _ count: Int) -> [UInt8]) {
        self.size = max(0, size)
        self.reader = read
    }

    /// Bytes that are in memory already.
    public init(_ bytes: [UInt8]) {
        self.init(size: bytes.count) { offset, count in Array(bytes[offset..<(offset + count)]) }
    }

    /// Reads `count` bytes from `offset`, or as many as there are.
    public func bytes(at offset: Int, count: Int) -> [UInt8] {
        guard offset >= 0, offset < size, count > 0 else { return [] }
        let wanted = min(count, size - offset)
        let bytes = reader(offset, wanted)
        return bytes.count > wanted ? Array(bytes.prefix(wanted)) : bytes
    }
}
