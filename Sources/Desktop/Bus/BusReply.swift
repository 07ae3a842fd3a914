import CSystemd
import EventLoop

/// The answer to one call of a method, which may be given after the method returned.
@ControlActor
final class BusReply {
    private let call: OpaquePointer

    init(to call: BusMessage) {
        self.call = sd_bus_message_ref(call.pointer)
    }

    isolated deinit {
        sd_bus_message_unref(call)
    }

    /// Answers with what the method promises.
    func succeed(_ values: [BusValue] = []) throws(BusError) {
        var answer: OpaquePointer?
        guard sd_bus_message_new_method_return(call, &answer) >= 0, let answer else { return }
        defer { sd_bus_message_unref(answer) }
        guard BusMessage(pointer: answer).append(values) else { throw .failed("the answer can't be written") }
        sd_bus_send(nil, answer, nil)
    }

    /// Answers that it wasn't done.
    func fail(_ error: BusError) {
        var fault = sd_bus_error()
        sd_bus_error_set(&fault, error.name, error.message)
        defer { sd_bus_error_free(&fault) }
        sd_bus_reply_method_error(call, &fault)
    }
}
