import EventLoop
import JSON
import MoodProtocol

/// Which method is answered by whom.
@ControlActor
public final class Dispatcher {
    /// Carries a request out and writes its result, one value; what was written before it throws is dropped.
    public typealias Handler = @ControlActor (Parameters, inout JSONWriter) throws(RPCError) -> Void
    /// Begins to carry a request out; the responder is completed at once or later.
    public typealias DeferredHandler = @ControlActor (Parameters, Responder) -> Void

    enum Entry {
        case immediate(Handler)
        case deferred(DeferredHandler)
        case connection(@ControlActor (Parameters, Connection, inout JSONWriter) -> Void)
    }

    private var table = [Entry?](repeating: nil, count: Method.allCases.count)

    /// Knows `rpc.discover`, and nothing else yet.
    public init() {
        answer(.rpcDiscover) { _, writer in OpenRPC.write(to: &writer) }
    }

    /// Answers a method in its turn, in the I/O callback.
    public func answer(_ method: Method, _ handler: @escaping Handler) {
        set(method, .immediate(handler))
    }

    /// Answers a method when its work is done.
    public func answerLater(_ method: Method, _ handler: @escaping DeferredHandler) {
        set(method, .deferred(handler))
    }

    func set(_ method: Method, _ entry: Entry) {
        table[Int(method.rawValue)] = entry
    }

    func entry(for method: Method) -> Entry? {
        table[Int(method.rawValue)]
    }
}
