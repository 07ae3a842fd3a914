/// How long to wait between tries: twice as long each time, with jitter, so that many clients don't come back at once.
public struct Backoff: Sendable {
    /// Seconds before the second try.
    public var first: Double
    /// Seconds that no wait exceeds.
    public var longest: Double
    /// Tries that failed since the last success.
    public private(set) var failures = 0

    /// Waits that begin at `first` seconds and never exceed `longest`.
    public init(first: Double = 0.5, longest: Double = 30) {
        self.first = first
        self.longest = longest
    }

    /// Counts a failure and answers the seconds to wait: between half and the whole of the doubled time.
    public mutating func next(using generator: inout some RandomNumberGenerator) -> Double {
        let doubled = min(first * Double(1 << min(failures, 16)), longest)
        failures += 1
        return doubled * Double.random(in: 0.5...1, using: &generator)
    }

    /// The next failure counts as the first.
    public mutating func reset() {
        failures = 0
    }
}
