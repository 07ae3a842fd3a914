/// A set of entries as one bit for each number between the lowest and the highest of them.
///
/// Made for passing once over 100,000 entries; numbers that were handed out lie close enough together.
struct EntrySet: Sendable {
    private var lowest: UInt32 = 0
    private var words: [UInt64] = []
    private(set) var count = 0

    init(_ entries: some Sequence<EntryID>) {
        var least = UInt32.max
        var most: UInt32 = 0
        for entry in entries {
            least = min(least, entry.rawValue)
            most = max(most, entry.rawValue)
        }
        guard least <= most else { return }
        lowest = least
        words = Array(repeating: 0, count: Int((most - least) / 64) + 1)
        for entry in entries { insert(entry) }
    }

    private mutating func insert(_ entry: EntryID) {
        let offset = entry.rawValue - lowest
        let bit = UInt64(1) << UInt64(offset % 64)
        if words[Int(offset / 64)] & bit == 0 { count += 1 }
        words[Int(offset / 64)] |= bit
    }

    func contains(_ entry: EntryID) -> Bool {
        guard entry.rawValue >= lowest else { return false }
        let offset = entry.rawValue - lowest
        let word = Int(offset / 64)
        return word < words.count && words[word] >> UInt64(offset % 64) & 1 == 1
    }
}
