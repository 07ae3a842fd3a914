import Glibc

/// A message that is longer than the interface allows.
public struct LineTooLong: Error, Equatable, Sendable {}

/// Cuts a stream of bytes into lines: LF or CRLF ends one, blank ones are passed over.
///
/// Bytes are read straight into it, and lines are looked at where they lie.
///
/// ```swift
/// let count = framer.fill { space in read(socket, space.baseAddress, space.count) }
/// while let line = try framer.nextLine() {
///     framer.withBytes(of: line) { … }
/// }
/// ```
public struct LineFramer: Sendable {
    @usableFromInline var bytes: [UInt8] = []
    /// The first byte of the line at hand.
    private var start = 0
    /// The first byte that was not looked at yet.
    private var scanned = 0
    /// Past the last byte that arrived.
    private var end = 0
    private let limit: Int
    private static let chunk = 4096

    /// - Parameter limit: the most bytes a line may have, what ends it not counted.
    public init(limit: Int = 1 << 20) {
        self.limit = limit
    }

    /// Lets bytes be written behind those that wait.
    ///
    /// - Parameter body: writes into the space, which is never empty, and returns how much it wrote; zero or less for
    ///   nothing, as `read` does.
    /// - Returns: what `body` returned.
    public mutating func fill(_ body: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows -> Int {
        makeSpace(Self.chunk)
        let count = try bytes.withUnsafeMutableBytes { all in
            try body(UnsafeMutableRawBufferPointer(rebasing: all[end...]))
        }
        if count > 0 { end = min(end + count, bytes.count) }
        return count
    }

    /// Adds bytes behind those that wait.
    public mutating func append(_ more: UnsafeRawBufferPointer) {
        makeSpace(more.count)
        bytes.withUnsafeMutableBytes { all in
            UnsafeMutableRawBufferPointer(rebasing: all[end...]).copyMemory(from: more)
        }
        end += more.count
    }

    /// The next whole line, valid until more bytes are added; nil when there is none yet.
    ///
    /// - Throws: `LineTooLong`, as soon as it is seen, and from then on.
    public mutating func nextLine() throws(LineTooLong) -> Range<Int>? {
        while let newline = indexOfNewline() {
            let line = start..<endOfText(newline)
            guard line.count <= limit else { throw LineTooLong() }
            start = newline + 1
            scanned = start
            if !isBlank(line) { return line }
        }
        scanned = end
        guard endOfText(end) - start <= limit else { throw LineTooLong() }
        return nil
    }

    /// What waits when the stream has ended, as a line; nil if it is blank.
    public mutating func lastLine() throws(LineTooLong) -> Range<Int>? {
        if let line = try nextLine() { return line }
        let line = start..<endOfText(end)
        start = end
        return isBlank(line) ? nil : line
    }

    /// The bytes of a line.
    @inlinable
    public func withBytes<Result, Failure>(
        of line: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { (all) throws(Failure) in
            try body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(all)[line]))
        }
    }

    private func indexOfNewline() -> Int? {
        bytes.withUnsafeBytes { all in
            guard scanned < end, let base = all.baseAddress,
                let found = memchr(base + scanned, 0x0A, end - scanned)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    private func endOfText(_ end: Int) -> Int {
        end > start && bytes[end - 1] == 0x0D ? end - 1 : end
    }

    private func isBlank(_ line: Range<Int>) -> Bool {
        bytes[line].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }

    /// Makes room for so many bytes: where lines were taken, else by growing; what a long line left is given back.
    private mutating func makeSpace(_ count: Int) {
        if start == end {
            (start, scanned, end) = (0, 0, 0)
            if bytes.count > 16 * Self.chunk { bytes = [] }
        }
        if bytes.count - end >= count { return }
        if start > 0 {
            bytes.withUnsafeMutableBytes { all in
                let rest = UnsafeRawBufferPointer(rebasing: all[start..<end])
                all.copyMemory(from: rest)
            }
            (scanned, end, start) = (scanned - start, end - start, 0)
        }
        let missing = count - (bytes.count - end)
        if missing > 0 { bytes.append(contentsOf: repeatElement(0, count: max(missing, bytes.count))) }
    }
}
