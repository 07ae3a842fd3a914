import Control
import EventLoop
import JSON
import MoodProtocol
import Playback

/// Playing, moving about, volume and modes.
@ControlActor
struct PlaybackHandlers {
    let control: PlayerControl
    let confirmations: Confirmations
    let sleep: SleepTimer

    func register(with dispatcher: Dispatcher) {
        dispatcher.answerLater(.play) { parameters, responder in
            answer(responder, confirmed: parameters.flag("confirm")) { () throws(RPCError) in
                try control.perform(.play(try entry(parameters)))
            }
        }
        dispatcher.answerLater(.seek) { parameters, responder in
            answer(responder, confirmed: parameters.flag("confirm")) { () throws(RPCError) in
                try control.perform(.seek(Self.target(parameters), heard: control.position))
            }
        }
        dispatcher.answer(.pause, status(after: { .pause }))
        dispatcher.answer(.toggle, status(after: { .toggle }))
        dispatcher.answer(.stop, status(after: { .stop }))
        dispatcher.answer(.next, status(after: { .next }))
        dispatcher.answer(.previous, status(after: { .previous(heard: control.position) }))
        dispatcher.answer(.random, status(after: { .random }))
        dispatcher.answer(.status) { _, writer in writeStatus(to: &writer) }
        dispatcher.answer(.volume) { parameters, writer throws(RPCError) in
            if let level = parameters.integer("level") { try control.perform(.volume(level)) }
            if let change = parameters.integer("change") { try control.perform(.changeVolume(change)) }
            control.volume.write(to: &writer)
        }
        dispatcher.answer(.mute) { parameters, writer throws(RPCError) in
            try control.perform(.mute(parameters.bool("muted")))
            control.volume.write(to: &writer)
        }
        dispatcher.answer(.modes) { parameters, writer throws(RPCError) in
            try control.perform(
                .modes(
                    repeat: parameters.string("repeat").flatMap(Playback.Modes.Repeat.init(rawValue:)),
                    shuffle: parameters.bool("shuffle"), consume: parameters.bool("consume"),
                    stopAfterCurrent: parameters.bool("stopAfterCurrent")))
            MoodProtocol.Modes(control.player.modes).write(to: &writer)
        }
        dispatcher.answer(.sleep, setSleep)
    }

    /// Writes how things stand, the time to sleep included.
    func writeStatus(to writer: inout JSONWriter) {
        control.writeStatus(sleepRemaining: sleep.remaining, to: &writer)
    }

    private func status(after command: @escaping @ControlActor () -> Command) -> Dispatcher.Handler {
        { _, writer throws(RPCError) in
            try control.perform(command())
            writeStatus(to: &writer)
        }
    }

    private func answer(
        _ responder: Responder, confirmed: Bool, _ work: @ControlActor () throws(RPCError) -> PlayerControl.Outcome
    ) {
        do throws(RPCError) {
            _ = try work()
        } catch {
            return responder.fail(error)
        }
        if confirmed {
            confirmations.wait(responder) { writer in writeStatus(to: &writer) }
        } else {
            responder.succeed { writer in writeStatus(to: &writer) }
        }
    }

    private func entry(_ parameters: Parameters) throws(RPCError) -> EntryID? {
        if let id = parameters.entry("entry") { return EntryID(rawValue: id) }
        guard let index = parameters.integer("index") else { return nil }
        guard let entry = control.player.queue.entry(at: index) else {
            throw .noSuchEntry(index: index, count: control.player.queue.count)
        }
        return entry.id
    }

    private static func target(_ parameters: Parameters) -> Seek {
        if let position = parameters.number("position") { return .absolute(position) }
        if let offset = parameters.number("offset") { return .offset(offset) }
        return .fraction(parameters.number("fraction") ?? 0)
    }

    private func setSleep(_ parameters: Parameters, _ writer: inout JSONWriter) {
        if parameters.isNull("after") {
            sleep.cancel()
        } else if let seconds = parameters.number("after") {
            sleep.set(
                after: seconds, fade: parameters.number("fade") ?? 0, finishTrack: parameters.flag("finishTrack"))
        }
        writer.beginObject()
        writer.member("remaining", thousandths: sleep.remaining)
        writer.endObject()
    }
}
