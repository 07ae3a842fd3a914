import EventLoop
import Playback

/// Keeps the queue of a mood filled, as `Refill` decides.
@ControlActor
public final class Refiller {
    /// What it needs to know of the player, and does to it.
    public struct Player {
        /// The channel of the mood that is set; nil without one.
        public var channel: () -> (any Channel)?
        /// How many entries follow the current one.
        public var upcoming: () -> Int
        /// Adds tracks behind the queue.
        public var append: ([Track]) -> Void
        /// Tells a person what went wrong.
        public var tell: (String) -> Void

        /// All that filling a queue needs.
        public init(
            channel: @escaping () -> (any Channel)?, upcoming: @escaping () -> Int,
            append: @escaping ([Track]) -> Void, tell: @escaping (String) -> Void
        ) {
            self.channel = channel
            self.upcoming = upcoming
            self.append = append
            self.tell = tell
        }
    }

    private static let batchSize = 50

    private let player: Player
    private var refill = Refill()
    private var generator = SystemRandomNumberGenerator()
    private var timer: TimerSource?
    private var task: Task<Void, any Error>?

    /// Does nothing before more is wanted.
    public init(_ player: Player, on loop: EventLoop) throws(SystemError) {
        self.player = player
        timer = try loop.timer { [unowned self] in handle(.elapsed(upcoming: player.upcoming())) }
    }

    /// Why the source failed the last time; nil since a batch came.
    public var fault: String? { refill.fault }

    /// The queue is nearly played.
    public func want() { handle(.wanted(upcoming: player.upcoming())) }

    /// The mood was left, or set anew: what is on its way is of no use.
    public func leave() { handle(.left) }

    private func handle(_ event: Refill.Event) {
        for action in refill.handle(event, using: &generator) {
            switch action {
            case .fetch: fetch()
            case .giveUp:
                task?.cancel()
                task = nil
            case .wait(let seconds): timer?.arm(after: seconds)
            case .stopWaiting: timer?.disarm()
            case .goOn: goOn()
            case .tell(let message): player.tell(message)
            }
        }
    }

    private func fetch() {
        guard let channel = player.channel() else { return handle(.left) }
        task = ControlActor.start { [self] in
            let result: Result<[Track], ChannelFault>
            do throws(ChannelFault) {
                result = .success(try await channel.batch(BatchRequest(count: Self.batchSize, occasion: .refill)))
            } catch {
                result = .failure(error)
            }
            // Whoever gave it up may wait for another one by now.
            guard !Task.isCancelled else { return }
            task = nil
            switch result {
            case .success(let tracks):
                player.append(tracks)
                handle(.arrived)
            case .failure(let fault): handle(.failed(fault, upcoming: player.upcoming()))
            }
        }
    }

    private func goOn() {
        guard let tracks = player.channel()?.kept(1), !tracks.isEmpty else { return }
        player.append(tracks)
    }
}
