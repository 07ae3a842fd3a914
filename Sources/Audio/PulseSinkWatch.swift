import CPulse

/// Knows on which sink of a server the sound comes out, and notices when that was unplugged.
///
/// A server moves a stream whose sink goes away to another sink, or kills it if there is none; when headphones are
/// pulled out, it may move the stream, or let the sink go on with another port.
final class PulseSinkWatch {
    /// The sink of the stream that was made or moved last; nil until the server has told.
    private var sink: PulseSink?
    /// The sink that was left, until it is known why.
    private var left: PulseSink?
    private unowned let output: PulseOutput

    init(output: PulseOutput) {
        self.output = output
    }

    private var own: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Looks at a sink without knowledge of how it was.
    func begin(at index: UInt32, _ context: OpaquePointer) {
        sink = nil
        left = nil
        look(at: index, context)
    }

    /// The server moved the stream, of itself or by somebody's wish.
    func hasMoved(to index: UInt32, _ context: OpaquePointer) {
        hasLeft(context)
        if sink?.index != index { sink = nil }
        look(at: index, context)
    }

    /// The server moved or killed the stream.
    func hasLeft(_ context: OpaquePointer) {
        guard left == nil, let sink else { return }
        left = sink
        release(
            pa_context_get_sink_info_by_index(
                context, sink.index,
                { context, info, end, own in
                    guard end <= 0, let watch = PulseSinkWatch.from(own) else { return }
                    if let info = info?.pointee {
                        watch.judge(PulseSink(info))
                    } else if pa_context_errno(context) == Int32(PA_ERR_NOENTITY.rawValue) {
                        watch.judge(nil)
                    }
                }, own))
    }

    /// Something about a sink has changed; nil for a card, which may be this sink's.
    func hasChanged(_ index: UInt32?, _ context: OpaquePointer) {
        if let sink, index == nil || index == sink.index { look(at: sink.index, context) }
    }

    private func look(at index: UInt32, _ context: OpaquePointer) {
        release(
            pa_context_get_sink_info_by_index(
                context, index,
                { _, info, _, own in
                    guard let info = info?.pointee else { return }
                    PulseSinkWatch.from(own)?.learn(PulseSink(info))
                }, own))
    }

    private func judge(_ now: PulseSink?) {
        if left?.isUnplugged(now) == true { output.note(.unplugged) }
        left = nil
    }

    private func learn(_ now: PulseSink) {
        if let sink, sink.index == now.index, sink.isUnplugged(now) { output.note(.unplugged) }
        sink = now
        output.hasSink(now.name)
    }

    private static func from(_ own: UnsafeMutableRawPointer?) -> PulseSinkWatch? {
        own.map { Unmanaged<PulseSinkWatch>.fromOpaque($0).takeUnretainedValue() }
    }
}
