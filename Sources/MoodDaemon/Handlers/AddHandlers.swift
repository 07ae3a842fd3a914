import Control
import EventLoop
import JSON
import Media
import MoodProtocol
import Network
import Playback

/// Adding to the queue: what is named is looked for on a worker thread, and added in one step when it is found.
@ControlActor
final class AddHandlers {
    /// An addition of more leaves megabytes behind that nobody needs any longer.
    private static let manyTracks = 2000

    private let control: PlayerControl
    private let confirmations: Confirmations
    private let workers: FileWorkers
    private let tagging: Tagging
    private let client: HTTPClient
    private let decoder: @ControlActor () -> TextDecoder
    private let playlists: @ControlActor () -> PlaylistStore
    /// The last addition of each batch that is under way: those behind it wait for it, so that they keep their order.
    private var batches: [String: Task<Void, any Error>] = [:]

    init(
        control: PlayerControl, confirmations: Confirmations, workers: FileWorkers, tagging: Tagging,
        client: HTTPClient, decoder: @escaping @ControlActor () -> TextDecoder,
        playlists: @escaping @ControlActor () -> PlaylistStore
    ) {
        self.control = control
        self.confirmations = confirmations
        self.workers = workers
        self.tagging = tagging
        self.client = client
        self.decoder = decoder
        self.playlists = playlists
    }

    func register(with dispatcher: Dispatcher) {
        dispatcher.answerLater(.queueAdd) { [self] parameters, responder in
            let items = parameters.items("items") ?? []
            let batch = parameters.string("batch")
            add(Order(parameters, batch: batch), fetching: items, .client(responder)) { sources, isCancelled in
                CollectedTracks(items, from: sources, isCancelled: isCancelled)
            }
        }
        dispatcher.answerLater(.playlistLoad) { [self] parameters, responder in
            let name = parameters.string("name") ?? ""
            add(Order(parameters, batch: nil), .client(responder)) { sources, isCancelled in
                do throws(PlaylistFault) {
                    return CollectedTracks(
                        try sources.playlists.entries(of: name), from: sources, isCancelled: isCancelled)
                } catch {
                    throw RPCError(error)
                }
            }
        }
    }

    /// Adds what an address or a path names, for somebody on the desktop: what goes wrong is told as a fault, too.
    ///
    /// - Parameters:
    ///   - destination: where to; nil replaces the queue.
    ///   - whenDone: called with the refusal, or with nil.
    func add(
        _ address: String, at destination: Destination?, plays: Bool,
        whenDone: @escaping @ControlActor (RPCError?) -> Void
    ) {
        let items = [Item(uri: address)]
        add(Order(at: destination, plays: plays), fetching: items, .desktop(whenDone)) { sources, isCancelled in
            CollectedTracks(items, from: sources, isCancelled: isCancelled)
        }
    }

    /// How what was found is to be added.
    private struct Order {
        let destination: Destination
        let plays: Bool
        let replaces: Bool
        let isConfirmed: Bool
        let batch: String?

        init(_ parameters: Parameters, batch: String?) {
            destination = parameters.place("at").map { Destination($0) } ?? .end
            plays = parameters.flag("play")
            replaces = parameters.flag("replace")
            isConfirmed = parameters.flag("confirm")
            self.batch = batch
        }

        init(at destination: Destination?, plays: Bool) {
            self.destination = destination ?? .end
            self.plays = plays
            replaces = destination == nil
            isConfirmed = false
            batch = nil
        }
    }

    /// Who waits for an addition.
    private enum Caller {
        case client(Responder)
        case desktop(@ControlActor (RPCError?) -> Void)
    }

    private func add(
        _ order: Order, fetching items: [Item] = [], _ caller: Caller,
        _ collect: @escaping @Sendable (CollectedTracks.Sources, () -> Bool) throws -> CollectedTracks
    ) {
        if order.replaces { control.isReplaced() }
        let former = order.batch.flatMap { batches[$0] }
        let playlists = playlists()
        let task = ControlActor.start { [self] in
            do {
                var sources = CollectedTracks.Sources(playlists: playlists)
                sources.remote = try await RemotePlaylists(
                    in: items, client: client, workers: workers, decoder: decoder())
                let collected = try await workers.run { [sources] cancellation in
                    let collected = try collect(sources) { cancellation.isCancelled }
                    try cancellation.check()
                    return collected
                }
                _ = try? await former?.value
                finish(order, collected, caller)
            } catch let error as RPCError {
                refuse(error, caller)
            } catch is CancellationError {
                return
            } catch {
                refuse(RPCError(.limitReached, "\(error)"), caller)
            }
        }
        if case .client(let responder) = caller { responder.onClose { task.cancel() } }
        guard let batch = order.batch else { return }
        batches[batch] = task
        ControlActor.start { [self] in
            _ = try? await task.value
            if batches[batch] == task { batches[batch] = nil }
        }
    }

    private func finish(_ order: Order, _ collected: CollectedTracks, _ caller: Caller) {
        var result = AddResult(skipped: collected.skipped, skippedCount: collected.skippedCount)
        result.unsupported = collected.unsupported
        if collected.tracks.isEmpty {
            guard !order.replaces, !order.plays else {
                return refuse(RPCError(.noMusic, Self.nothingToPlay(result)), caller)
            }
        } else {
            do throws(RPCError) {
                let addition = Addition(
                    collected.tracks, at: order.destination, plays: order.plays, replaces: order.replaces,
                    batch: order.batch)
                let outcome = try control.perform(.edit(.add(addition), heard: control.position))
                result.added = outcome.added?.count ?? 0
                if collected.lacksTags, let added = outcome.added {
                    tagging.read(from: added.first, count: added.count)
                }
            } catch {
                return refuse(error, caller)
            }
        }
        defer { if collected.tracks.count > Self.manyTracks { Heap.giveBack() } }
        result.version = Int(truncatingIfNeeded: control.player.queue.version)
        switch caller {
        case .desktop(let whenDone): whenDone(nil)
        case .client(let responder) where order.plays && order.isConfirmed:
            confirmations.wait(responder, takesAny: result.added > 1) { [result] writer in result.write(to: &writer) }
        case .client(let responder):
            responder.precedeEvents()
            responder.succeed { writer in result.write(to: &writer) }
        }
    }

    private func refuse(_ error: RPCError, _ caller: Caller) {
        switch caller {
        case .client(let responder): responder.fail(error)
        case .desktop(let whenDone):
            let reason = error.reason.flatMap { Playback.Reason(rawValue: $0.word.description) } ?? .notFound
            control.tell(Fault(reason: reason, message: error.message))
            whenDone(error)
        }
    }

    private static func nothingToPlay(_ result: AddResult) -> String {
        guard let first = result.skipped.first else { return "nothing to play was named" }
        let rest = result.skippedCount > 1 ? ", and \(result.skippedCount - 1) more like it" : ""
        return "\(first.item): \(first.reason)\(rest)"
    }
}
