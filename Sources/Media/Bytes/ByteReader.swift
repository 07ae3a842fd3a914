/// A cursor over bytes: each step answers nil instead of reading past the end.
struct ByteReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8? {
        rest.popFirst()
    }

    /// The next `count` bytes; nil, and nothing is taken, if there are fewer.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// An unsigned number of `count` bytes (7 at most), the highest first.
    mutating func bigEndian(_ count: Int) -> Int? {
        take(count)?.reduce(0) { $0 << 8 | Int($1) }
    }

    /// An unsigned number of `count` bytes (7 at most), the lowest first.
    mutating func littleEndian(_ count: Int) -> Int? {
        take(count)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// What precedes the next `terminator`, which is passed over; everything if there is none.
    mutating func prefix(through terminator: UInt8) -> ArraySlice<UInt8> {
        let end = rest.firstIndex(of: terminator) ?? rest.endIndex
        defer { rest = end < rest.endIndex ? rest[(end + 1)...] : [] }
        return rest[..<end]
    }
}

extension Collection where Element == UInt8 {
    /// True if these bytes begin with those of `text`.
    func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { starts(with: $0) }
    }

    /// Where the bytes of `text` first stand among these; nil if nowhere.
    func firstIndex(of text: StaticString) -> Index? {
        text.withUTF8Buffer { text in
            guard let first = text.first else { return startIndex }
            var rest = self[...]
            while let index = rest.firstIndex(of: first) {
                rest = rest[index...]
                if rest.starts(with: text) { return index }
                rest = rest.dropFirst()
            }
            return nil
        }
    }

    /// True if the bytes of `text` stand among these.
    func contains(_ text: StaticString) -> Bool {
        firstIndex(of: text) != nil
    }
}
