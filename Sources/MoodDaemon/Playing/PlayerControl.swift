import Audio
import Control
import EventLoop
import MoodProtocol
import Playback

/// The player with all that acts on it: the one place where its state changes.
///
/// Every command and every report of the engine goes through `handle`, in one piece on the control thread: what it
/// changed is in the log before anybody is answered. The engine is told in the loop's next turn, when the answer is
/// out: its thread would else take the processor that the waiting client needs.
@ControlActor
final class PlayerControl {
    private(set) var player: Player {
        didSet { statusEntries = nil }
    }
    /// What the status says of the player as it is now, written once it was asked for.
    var statusEntries: StatusEntries?
    private let engine: AudioEngine
    /// What the engine isn't told yet.
    private var orders: [EngineCommand] = []
    private var ordering: DeferredSource?
    private let store: StateStore
    private let subscriptions: Subscriptions
    private let log: Log
    private var observers: [(Playback.Topics) -> Void] = []
    private var lastBatch: String?
    /// How many orders of the volume the engine was given.
    private var volumeOrders = 0

    /// Finds the addresses of songs that have none any more.
    var renewal: Renewal?
    /// Called when the mood's channel should send more.
    var wantsMore: () -> Void = {}
    /// Called when a track was left.
    var wasLeft: (Track, Ending) -> Void = { _, _ in }
    /// Called when somebody asks for music that takes the place of what a mood would bring.
    var isReplaced: () -> Void = {}
    /// What is wrong with the configuration or the saving of the queue, while nothing is wrong with the music.
    var standingFault: String? {
        didSet { if standingFault != oldValue { subscriptions.changed(.init(.player)) } }
    }
    /// How many steps undo could take back, if it reached so far.
    private(set) var editCount = 0

    /// What an edit did.
    struct Outcome {
        /// The first entry that was added, and how many were.
        var added: (first: EntryID, count: Int)?
        var removed = 0
    }

    init(
        _ player: Player, engine: AudioEngine, store: StateStore, subscriptions: Subscriptions, log: Log,
        on loop: EventLoop
    ) throws(SystemError) {
        self.player = player
        self.engine = engine
        self.store = store
        self.subscriptions = subscriptions
        self.log = log
        ordering = try loop.deferred { [unowned self] in tellEngine() }
    }

    /// Calls `observer` after each event that changed something, when it is in the log and nobody was answered yet.
    func observe(_ observer: @escaping (Playback.Topics) -> Void) {
        observers.append(observer)
    }

    /// Carries out what a client asks for.
    ///
    /// - Throws: the refusal, when nothing was changed.
    @discardableResult
    func perform(_ command: Command) throws(RPCError) -> Outcome {
        try handle(.command(command))
    }

    /// Takes note of what the engine reports, which cannot be refused.
    func note(_ report: EngineReport) {
        // What was told before the newest order of the volume was carried out is history.
        if case .volume(_, _, let orders) = report, orders != volumeOrders { return }
        var report = report
        if case .failed(let ticket, .expired) = report, renewal?.takesUp(ticket) == true {
            report = .stalled(ticket, .waiting)
        }
        _ = try? handle(.report(report))
    }

    /// The position of the current entry in seconds; nil when there is none.
    var position: Double? {
        guard player.current != nil else { return nil }
        guard player.state != .stopped else { return 0 }
        return timeline?.position(at: Clock.monotonicNanoseconds) ?? player.start
    }

    /// What the engine says of the current entry; nil before it has begun with it.
    var timeline: Timeline? {
        engine.timeline.flatMap { $0.ticket == player.ticket ? $0 : nil }
    }

    /// A fault as a sentence that stands by itself: with the name of what can't be played.
    func message(of fault: Fault) -> String {
        guard fault.reason == .unplayable, let entry = fault.entry, let track = player.queue.entry(entry)?.track else {
            return fault.message
        }
        return "\(MoodProtocol.Entry.fileName(of: track) ?? MoodProtocol.Entry.name(of: track)): \(fault.message)"
    }

    private func handle(_ event: Event) throws(RPCError) -> Outcome {
        var outcome = Outcome()
        var refusal: Refusal?
        var changes: Playback.Topics = []
        var isNearlyPlayed = false
        let former = (player.current, player.index)
        for effect in player.handle(event) {
            switch effect {
            case .engine(let command):
                if case .volume = command { volumeOrders += 1 }
                orders.append(renewal?.pass(command) ?? command)
                ordering?.schedule()
            case .record(let event):
                store.record(event, by: player)
                count(event)
            case .changed(let topics): changes.formUnion(topics)
            case .played(let entry, let heard, let how):
                tellPlayed(entry, heard, how)
                wasLeft(entry.track, how)
            case .fault(let fault): tell(fault)
            case .refused(let reason): refusal = reason
            case .added(let first, let count): outcome.added = (first, count)
            case .removed(let count): outcome.removed += count
            case .refill: isNearlyPlayed = true
            }
        }
        if !changes.isEmpty {
            var published = changes.published
            // The queue's topic says which entry is the current one, too.
            if former != (player.current, player.index) { published.insert(.init(.queue)) }
            subscriptions.changed(published)
            for observer in observers { observer(changes) }
        }
        if isNearlyPlayed { wantsMore() }
        if let refusal { throw RPCError(refusal) }
        return outcome
    }

    /// Gives the engine the orders that wait.
    func tellEngine() {
        for order in orders { engine.post(order) }
        orders.removeAll(keepingCapacity: true)
    }

    private func count(_ event: Event) {
        guard case .command(.edit(let edit, _)) = event else { return }
        if case .restore = edit {
            editCount -= 1
            lastBatch = nil
        } else if case .add(let addition) = edit, let batch = addition.batch {
            if batch != lastBatch { editCount += 1 }
            lastBatch = batch
        } else {
            editCount += 1
            lastBatch = nil
        }
    }

    private func tellPlayed(_ entry: Playback.Entry, _ heard: Double?, _ how: Ending) {
        let measured = engine.timeline.flatMap {
            $0.entry == entry.id ? $0.position(at: Clock.monotonicNanoseconds) : nil
        }
        let seconds = heard ?? measured ?? (how == .end ? entry.track.duration : nil) ?? 0
        subscriptions.happened(.played) { writer in
            PlayedEvent(entry: MoodProtocol.Entry(entry), heard: seconds, how: .init(how)).write(to: &writer)
        }
    }

    /// Tells clients and the journal of a fault that stops nothing.
    func tell(_ fault: Fault) {
        let message = message(of: fault)
        log.warning(message)
        subscriptions.happened(.error) { writer in
            ErrorEvent(reason: .init(fault.reason), message: message, entry: fault.entry?.rawValue)
                .write(to: &writer)
        }
    }
}
