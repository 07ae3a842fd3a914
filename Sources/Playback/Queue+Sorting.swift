extension Queue {
    /// The order by a tag, then by what stands to reason; equal ones keep their order, and unknown ones come last.
    func sorted(by key: SortKey, descending: Bool) -> [EntryID] {
        var keys = SortingKeys(capacity: order.count)
        var unknown: [EntryID] = []
        for entry in order {
            guard let track = table[entry], keys.append(entry, track, by: key) else {
                unknown.append(entry)
                continue
            }
        }
        return keys.sorted(descending: descending) + unknown
    }
}

/// What entries are sorted by, worked out once: bytes that compare as they stand, all in one piece.
private struct SortingKeys {
    private struct Key {
        /// The first eight bytes, which decide most comparisons.
        var head: UInt64
        var start: Int
        var end: Int
        var place: Int
        var entry: EntryID
    }

    private var bytes: [UInt8] = []
    private var keys: [Key] = []

    init(capacity: Int) {
        keys.reserveCapacity(capacity)
        bytes.reserveCapacity(capacity * 48)
    }

    /// Answers false, and takes nothing, if what to sort by is unknown.
    mutating func append(_ entry: EntryID, _ track: Track, by key: SortKey) -> Bool {
        let start = bytes.count
        switch key {
        case .title:
            guard let title = track.title else { return false }
            append(title)
        case .artist:
            guard !track.artists.isEmpty else { return false }
            append(track.artists.joined(separator: ", "))
            append(track.album)
            append(number: track.disc)
            append(number: track.number)
        case .album:
            guard let album = track.album else { return false }
            append(album)
            append(number: track.disc)
            append(number: track.number)
        // Not an address that changes: sorted once more from the log, the queue must stand as it did.
        case .path: append(natural: track.songReference ?? track.uri)
        case .duration:
            guard let duration = track.duration, duration >= 0 else { return false }
            append(bitPattern: duration.bitPattern)
        }
        let head = (0..<8).reduce(UInt64(0)) { head, place in
            head << 8 | (start + place < bytes.count ? UInt64(bytes[start + place]) : 0)
        }
        keys.append(Key(head: head, start: start, end: bytes.count, place: keys.count, entry: entry))
        return true
    }

    func sorted(descending: Bool) -> [EntryID] {
        bytes.withUnsafeBufferPointer { bytes in
            keys.sorted { left, right in
                let comparison = Self.compare(left, right, bytes)
                return comparison == 0 ? left.place < right.place : (comparison < 0) != descending
            }.map(\.entry)
        }
    }

    private static func compare(_ left: Key, _ right: Key, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        if left.head != right.head { return left.head < right.head ? -1 : 1 }
        var (l, r) = (left.start, right.start)
        while l < left.end, r < right.end {
            if bytes[l] != bytes[r] { return bytes[l] < bytes[r] ? -1 : 1 }
            l += 1
            r += 1
        }
        return (left.end - l) - (right.end - r)
    }

    /// A text without regard to case, and where it ends; unknown ones come behind all others.
    private mutating func append(_ text: String?) {
        guard let text else { return bytes.append(0xFF) }
        bytes.append(contentsOf: text.lowercased().utf8)
        bytes.append(0)
    }

    /// A text in which numbers compare as numbers: a run of digits is led by how many there are.
    private mutating func append(natural text: String) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        var rest = Substring(text).utf8
        while let first = rest.first {
            if digits.contains(first) {
                let number = rest.drop { $0 == digits.lowerBound }.prefix { digits.contains($0) }
                bytes.append(digits.lowerBound)
                bytes.append(UInt8(clamping: number.count))
                bytes.append(contentsOf: number)
                rest = rest[number.endIndex...]
            } else {
                bytes.append(first)
                rest = rest.dropFirst()
            }
        }
    }

    private mutating func append(number: Int?) {
        append(bitPattern: UInt64(clamping: number ?? 0))
    }

    private mutating func append(bitPattern: UInt64) {
        for shift in stride(from: 56 as UInt64, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: bitPattern >> shift))
        }
    }
}
