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
            add(Order(parameters, batch: batch), fetching: items, responder) { sources, isCancelled in
                CollectedTracks(items, from: sources, isCancelled: isCancelled)
            }
        }
        dispatcher.answerLater(.playlistLoad) { [self] parameters, responder in
            let name = parameters.string("name") ?? ""
            add(Order(parameters, batch: nil), responder) { sources, isCancelled in
                do throws(PlaylistFault) {
                    return CollectedTracks(
                        try sources.playlists.entries(of: name), from: sources, isCancelled: isCancelled)
                } catch {
                    throw RPCError(error)
                }
            }
        }
    }

    /// Adds what an address or a path names, for somebody who doesn't wait for it: what goes wrong is told as a fault.
    ///
    /// - Parameter destination: where to; nil replaces the queue.
    func add(_ address: String, at destination: Destination?, plays: Bool) {
        let items = [Item(uri: address)]
        add(Order(at: destination, plays: plays), fetching: items, nil) { sources, isCancelled in
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

    private func add(
        _ order: Order, fetching items: [Item] = [], _ responder: Responder?,
        _ collect: @escaping @Sendable (CollectedTracks.Sources, () -> Bool) throws -> CollectedTracks
    ) {
        if order.replaces { control.isReplaced() }
        let former = order.batch.flatMap { batches[$0] }
        let playlists = playlists()
        let task = ControlActor.start { [self] in
            do {
                var sources = CollectedTracks.Sources(playlists: playlists)
                sources.remote = try await RemotePlaylists(in: items, client: client, decoder: decoder())
                let collected = try await workers.run { [sources] cancellation in
                    let collected = try collect(sources) { cancellation.isCancelled }
                    try cancellation.check()
                    return collected
                }
                _ = try? await former?.value
                finish(order, collected, responder)
            } catch let error as RPCError {
                refuse(error, responder)
            } catch is CancellationError {
                return
            } catch {
                refuse(RPCError(.limitReached, "\(error)"), responder)
            }
        }
        responder?.onClose { task.cancel() }
        guard let batch = order.batch else { return }
        batches[batch] = task
        ControlActor.start { [self] in
            _ = try? await task.value
            if batches[batch] == task { batches[batch] = nil }
        }
    }

    private func finish(_ order: Order, _ collected: CollectedTracks, _ responder: Responder?) {
        var result = AddResult(skipped: collected.skipped, skippedCount: collected.skippedCount)
        result.unsupported = collected.unsupported
        if collected.tracks.isEmpty {
            guard !order.replaces, !order.plays else {
                return refuse(RPCError(.noMusic, Self.nothingToPlay(result)), responder)
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
                return refuse(error, responder)
            }
        }
        if collected.tracks.count > Self.manyTracks { Heap.giveBack() }
        result.version = Int(truncatingIfNeeded: control.player.queue.version)
        guard let responder else { return }
        if order.plays, order.isConfirmed {
            confirmations.wait(responder, takesAny: result.added > 1) { [result] writer in result.write(to: &writer) }
        } else {
            responder.precedeEvents()
            responder.succeed { writer in result.write(to: &writer) }
        }
    }

    private func refuse(_ error: RPCError, _ responder: Responder?) {
        if let responder { return responder.fail(error) }
        let reason = error.reason.flatMap { Playback.Reason(rawValue: $0.word.description) } ?? .notFound
        control.tell(Fault(reason: reason, message: error.message))
    }

    private static func nothingToPlay(_ result: AddResult) -> String {
        guard let first = result.skipped.first else { return "nothing to play was named" }
        let rest = result.skippedCount > 1 ? ", and \(result.skippedCount - 1) more like it" : ""
        return "\(first.item): \(first.reason)\(rest)"
    }
}
