/// A set of entries as one bit for each number between the lowest and the highest of them.
///
/// Made for passing once over 100,000 entries; numbers that were handed out lie close enough together.
struct EntrySet: Sendable {
    /// The number of the first bit, a multiple of 64.
    private var base: UInt32 = 0
    private var words: [UInt64] = []

    init() {}

    init(_ entries: some Sequence<EntryID>) {
        var lowest = UInt32.max
        var highest: UInt32 = 0
        for entry in entries {
            lowest = min(lowest, entry.rawValue)
            highest = max(highest, entry.rawValue)
        }
        guard lowest <= highest else { return }
        base = lowest / 64 * 64
        words = Array(repeating: 0, count: Int((highest - base) / 64) + 1)
        for entry in entries { insert(entry) }
    }

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    func contains(_ entry: EntryID) -> Bool {
        guard entry.rawValue >= base else { return false }
        let offset = entry.rawValue - base
        let word = Int(offset / 64)
        return word < words.count && words[word] >> UInt64(offset % 64) & 1 == 1
    }

    mutating func insert(_ entry: EntryID) {
        if words.isEmpty { base = entry.rawValue / 64 * 64 }
        if entry.rawValue < base {
            let lower = entry.rawValue / 64 * 64
            words.insert(contentsOf: repeatElement(0, count: Int((base - lower) / 64)), at: 0)
            base = lower
        }
        let offset = entry.rawValue - base
        let word = Int(offset / 64)
        if word >= words.count { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
        words[word] |= 1 << UInt64(offset % 64)
    }

    mutating func remove(_ entry: EntryID) {
        guard contains(entry) else { return }
        let offset = entry.rawValue - base
        words[Int(offset / 64)] &= ~(1 << UInt64(offset % 64))
    }
}

extension [EntryID] {
    /// The place of an entry at or after a place; as `firstIndex(of:)`, but in steps that the processor takes at once.
    func place(of entry: EntryID, from start: Int = 0) -> Int? {
        withUnsafeBufferPointer { entries in
            var begin = start
            while begin < entries.count {
                let end = Swift.min(begin + 512, entries.count)
                var difference = UInt32.max
                for place in begin..<end {
                    difference = Swift.min(difference, entries[place].rawValue ^ entry.rawValue)
                }
                if difference == 0 { return entries[begin..<end].firstIndex(of: entry) }
                begin = end
            }
            return nil
        }
    }
}
