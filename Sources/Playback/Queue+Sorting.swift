extension Queue {
    /// The order by a tag, then by what stands to reason; equal ones keep their order, and unknown ones come last.
    func sorted(by key: SortKey, descending: Bool) -> [EntryID] {
        var keys = order.enumerated().map { place, entry in
            SortingKey(entry: entry, place: place, track: table[entry], key: key)
        }
        keys.sort { left, right in left.precedes(right, descending: descending) }
        return keys.map(\.entry)
    }
}

/// What an entry is sorted by, worked out once.
private struct SortingKey {
    let entry: EntryID
    let place: Int
    /// Compared one after another; nil is unknown.
    private var texts: [[UInt8]?] = []
    private var numbers: [Double] = []

    init(entry: EntryID, place: Int, track: Track?, key: SortKey) {
        self.entry = entry
        self.place = place
        guard let track else { return }
        let position = [Double(track.disc ?? 0), Double(track.number ?? 0)]
        switch key {
        case .title: texts = [Self.fold(track.title)]
        case .artist:
            texts = [
                Self.fold(track.artists.isEmpty ? nil : track.artists.joined(separator: ", ")), Self.fold(track.album),
            ]
            numbers = position
        case .album:
            texts = [Self.fold(track.album)]
            numbers = position
        case .path: texts = [Array(track.uri.utf8)]
        case .duration:
            texts = [track.duration == nil ? nil : []]
            numbers = [track.duration ?? 0]
        }
    }

    private static func fold(_ text: String?) -> [UInt8]? {
        text.map { Array($0.lowercased().utf8) }
    }

    func precedes(_ other: SortingKey, descending: Bool) -> Bool {
        for (mine, its) in zip(texts, other.texts) {
            guard let mine, let its else {
                if mine == nil, its == nil { continue }
                return mine != nil
            }
            let comparison = naturalComparison(mine, its)
            if comparison != 0 { return (comparison < 0) != descending }
        }
        for (mine, its) in zip(numbers, other.numbers) where mine != its {
            return (mine < its) != descending
        }
        return place < other.place
    }
}

/// Compares as people count: `2` comes before `10`. Negative when `left` comes first, 0 when they are the same.
func naturalComparison(_ left: [UInt8], _ right: [UInt8]) -> Int {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    var (l, r) = (0, 0)
    while l < left.count, r < right.count {
        if digits.contains(left[l]), digits.contains(right[r]) {
            let mine = left[l...].drop { $0 == digits.lowerBound }.prefix { digits.contains($0) }
            let its = right[r...].drop { $0 == digits.lowerBound }.prefix { digits.contains($0) }
            if mine.count != its.count { return mine.count - its.count }
            if mine != its { return mine.lexicographicallyPrecedes(its) ? -1 : 1 }
            (l, r) = (mine.endIndex, its.endIndex)
        } else {
            if left[l] != right[r] { return Int(left[l]) - Int(right[r]) }
            (l, r) = (l + 1, r + 1)
        }
    }
    return (left.count - l) - (right.count - r)
}
