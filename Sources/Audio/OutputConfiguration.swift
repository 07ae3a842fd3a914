/// Where the sound goes.
public enum OutputConfiguration: Equatable, Sendable {
    /// A PulseAudio server, or PipeWire's double of one; a sink of nil is the server's default, `buffer` in seconds.
    case pulse(sink: String?, buffer: Double)
    /// Nowhere; `fast` plays as quickly as it decodes, else a clock paces it.
    case null(fast: Bool)
    /// Raw interleaved samples of one format, into a FIFO at the speed of its reader, or into a file.
    case pipe(path: String, encoding: PipeEncoding, format: AudioFormat)
}

/// How a pipe's samples are written, in the machine's byte order.
public enum PipeEncoding: String, Sendable {
    /// Signed integers of 16 bits.
    case s16
    /// 32 bits of floating point, ±1 at full scale.
    case float
}
