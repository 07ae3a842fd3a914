import Network

/// When the mood's channel is asked for more, and what happens while it fails: a value that changes by events alone.
///
/// One batch is fetched ahead. A source that fails is asked again later and later, and never sooner than it wants. When
/// the last track plays and nothing came, the list that is there goes on, a track at a time.
public struct Refill: Sendable {
    /// What can happen.
    ///
    /// `upcoming` counts the tracks that follow the current one.
    public enum Event: Sendable {
        /// The queue is nearly played.
        case wanted(upcoming: Int)
        /// The batch came.
        case arrived
        /// It didn't.
        case failed(ChannelFault, upcoming: Int)
        /// The time to wait is over.
        case elapsed(upcoming: Int)
        /// The mood was left, or set anew.
        case left
    }

    /// What is to be done.
    public enum Action: Equatable, Sendable {
        case fetch
        /// The batch on its way is of no use any more.
        case giveUp
        /// Comes back with `elapsed` in so many seconds.
        case wait(seconds: Double)
        case stopWaiting
        /// Plays on with a track of the list that is there.
        case goOn
        /// Tells what went wrong; it was not told before.
        case tell(String)
    }

    private enum State {
        case idle, fetching, waiting
    }

    /// Seconds after which the last track isn't left to a source that is slow.
    private static let patience = 3.0
    /// More tracks than this to come, and there is no hurry.
    private static let fewUpcoming = 1

    private var state = State.idle
    private var backoff = Backoff(first: 2, longest: 300)
    /// What went wrong the last time; nil since a batch came.
    public private(set) var fault: String?

    /// Nothing is wanted yet.
    public init() {}

    /// Changes its state, and says what is to be done about it.
    public mutating func handle(_ event: Event, using generator: inout some RandomNumberGenerator) -> [Action] {
        switch (state, event) {
        case (.idle, .wanted(let upcoming)):
            state = .fetching
            return upcoming == 0 ? [.fetch, .wait(seconds: Self.patience)] : [.fetch]
        case (.fetching, .wanted(upcoming: 0)):
            return [.wait(seconds: Self.patience)]
        case (.fetching, .elapsed(upcoming: 0)):
            return [.goOn]
        case (.waiting, .wanted(let upcoming)):
            return upcoming == 0 ? [.goOn] : []
        case (.fetching, .arrived):
            state = .idle
            backoff.reset()
            fault = nil
            return [.stopWaiting]
        case (.fetching, .failed(let fault, let upcoming)):
            return failed(fault, upcoming, using: &generator)
        case (.waiting, .elapsed(let upcoming)):
            guard upcoming <= Self.fewUpcoming else {
                state = .idle
                return []
            }
            state = .fetching
            return [.fetch]
        case (let former, .left):
            state = .idle
            backoff.reset()
            fault = nil
            return former == .fetching ? [.giveUp, .stopWaiting] : former == .waiting ? [.stopWaiting] : []
        default:
            return []
        }
    }

    private mutating func failed(
        _ fault: ChannelFault, _ upcoming: Int, using generator: inout some RandomNumberGenerator
    ) -> [Action] {
        state = .waiting
        let seconds = max(backoff.next(using: &generator), fault.retryAfter ?? 0)
        var actions = [Action.wait(seconds: seconds)]
        if fault.description != self.fault { actions.append(.tell(fault.description)) }
        self.fault = fault.description
        if upcoming == 0 { actions.append(.goOn) }
        return actions
    }
}
