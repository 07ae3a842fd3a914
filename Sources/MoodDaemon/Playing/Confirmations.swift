import Control
import EventLoop
import JSON
import MoodProtocol
import Playback

/// Clients that want to hear whether the sound began: they wait for the engine's word, two seconds at most.
@ControlActor
final class Confirmations {
    private struct Waiting {
        var ticket: Ticket?
        /// Whether any of several tracks will do, so that one that can't be played is passed over.
        let takesAny: Bool
        let responder: Responder
        let answer: @ControlActor (inout JSONWriter) -> Void
        let timer: TimerSource?
    }

    private static let longestWait = 2.0

    private let control: PlayerControl
    private let loop: EventLoop
    private var waiting: [Waiting] = []

    init(_ control: PlayerControl, on loop: EventLoop) {
        self.control = control
        self.loop = loop
        control.observe { [unowned self] _ in check() }
    }

    /// Answers as soon as what was just ordered has begun or failed, or time is up.
    ///
    /// - Parameters:
    ///   - takesAny: whether any of several tracks will do, so that one that can't be played is passed over.
    ///   - answer: writes the answer, as things stand then.
    func wait(
        _ responder: Responder, takesAny: Bool = false, _ answer: @escaping @ControlActor (inout JSONWriter) -> Void
    ) {
        responder.precedeEvents()
        guard control.player.isStalled else { return responder.succeed(answer) }
        if let fault = outputFault { return responder.fail(fault) }
        let timer = try? loop.timer { [unowned self] in giveUp(responder) }
        timer?.arm(after: Self.longestWait)
        waiting.append(
            Waiting(
                ticket: control.player.ticket, takesAny: takesAny, responder: responder, answer: answer, timer: timer))
    }

    private func check() {
        guard !waiting.isEmpty else { return }
        let player = control.player
        if player.state == .playing {
            for index in waiting.indices where waiting[index].takesAny { waiting[index].ticket = player.ticket }
        }
        for one in take(where: { $0.ticket != player.ticket || !player.isStalled }) {
            if one.ticket != player.ticket, let fault = player.fault, fault.reason != .outputUnavailable {
                one.responder.fail(RPCError(RPCError.Reason(fault.reason), control.message(of: fault)))
            } else {
                one.responder.succeed(one.answer)
            }
        }
        guard let fault = outputFault else { return }
        for one in take(where: { _ in true }) { one.responder.fail(fault) }
    }

    private func giveUp(_ responder: Responder) {
        for one in take(where: { $0.responder === responder }) {
            // It may begin yet; but whoever asked should know what holds it up.
            if let fault = control.player.fault, fault.entry == control.player.current {
                one.responder.fail(RPCError(RPCError.Reason(fault.reason), control.message(of: fault)))
            } else {
                one.responder.succeed(one.answer)
            }
        }
    }

    private func take(where isMeant: (Waiting) -> Bool) -> [Waiting] {
        let taken = waiting.filter(isMeant)
        waiting.removeAll(where: isMeant)
        return taken
    }

    private var outputFault: RPCError? {
        guard let output = control.player.output, output.state == .unavailable else { return nil }
        return RPCError(.outputUnavailable, output.fault ?? "the sound server doesn't answer")
    }
}
