/// The player's own random numbers: a seed gives the same sequence everywhere, so that a replayed log repeats them.
///
/// The generator of Steele, Lea and Flood (2014); it is quick, and good enough for shuffling.
public struct SplitMix64: RandomNumberGenerator, Equatable, Sendable {
    /// The whole state; the sequence goes on from here.
    public var state: UInt64

    /// Begins a sequence.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number of `0..<bound`; 0 for a bound below 1.
    mutating func number(below bound: Int) -> Int {
        bound < 1 ? 0 : Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }
}

extension Array {
    /// Brings the elements from `start` on into a random order (Fisher and Yates).
    mutating func shuffle(from start: Int, using generator: inout SplitMix64) {
        guard count - start > 1 else { return }
        for place in start..<count - 1 {
            swapAt(place, place + generator.number(below: count - place))
        }
    }
}
