/// What was handed out, and when: what comes next is drawn at random, what was not heard yet first, and then what was
/// heard the longest time ago.
public struct Rotation: Sendable {
    /// Older turns than these many are forgotten, so that it doesn't grow for ever.
    private static let memory = 20_000

    private var turns: [UInt64: Int] = [:]
    private var turn = 0
    private var last: UInt64?

    /// Nothing was handed out yet.
    public init() {}

    /// Draws tracks by what they are known by.
    ///
    /// - Returns: the places of the drawn ones among `keys`, each key once; all of them if there are no more than
    ///   `count`. The first is not the one that was drawn last, unless there is no other.
    public mutating func draw(
        _ count: Int, from keys: [UInt64], using generator: inout some RandomNumberGenerator
    ) -> [Int] {
        var seen: Set<UInt64> = []
        var fresh: [Int] = []
        var known: [Int] = []
        for (place, key) in keys.enumerated() where seen.insert(key).inserted {
            if turns[key] == nil { fresh.append(place) } else { known.append(place) }
        }
        var drawn = Self.draw(count, from: &fresh, using: &generator)
        if drawn.count < count, !known.isEmpty {
            known.sort { turns[keys[$0]] ?? 0 < turns[keys[$1]] ?? 0 }
            known.removeLast(max(0, known.count - (count - drawn.count)))
            drawn += Self.draw(known.count, from: &known, using: &generator)
        }
        if drawn.count > 1, keys[drawn[0]] == last { drawn.swapAt(0, drawn.count - 1) }
        for place in drawn { note(keys[place]) }
        return drawn
    }

    /// Takes note of what was handed out without being drawn.
    public mutating func note(_ key: UInt64) {
        turn += 1
        turns[key] = turn
        last = key
        if turns.count > Self.memory { turns = turns.filter { $0.value > turn - Self.memory / 2 } }
    }

    /// The first places of a shuffle.
    private static func draw(
        _ count: Int, from places: inout [Int], using generator: inout some RandomNumberGenerator
    ) -> [Int] {
        let count = min(count, places.count)
        for place in 0..<count { places.swapAt(place, Int.random(in: place..<places.count, using: &generator)) }
        return Array(places[..<count])
    }
}
