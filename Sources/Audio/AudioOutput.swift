import Playback

/// What happened to an output, told to the engine between two turns of the loop.
enum OutputEvent {
    /// It takes streams now.
    case available
    /// It is gone, and its streams with it.
    case lost(reason: String)
    /// The stream is ready for more samples.
    case wants(any OutputStream)
    /// It is known better what of the stream is heard.
    case heard(any OutputStream)
    /// The last sample written was heard.
    case drained(any OutputStream)
    /// The stream alone is gone.
    case failed(any OutputStream, reason: String)
    /// The device sleeps under the stream, or woke up.
    case suspended(any OutputStream, Bool)
    /// What the sound came out of is gone, such as headphones whose plug was pulled.
    case unplugged
    /// A mixer changed it, or the sound server remembered it.
    case volume(level: Int, muted: Bool)
    /// The sound server asks for silence, or takes that back.
    case corked(Bool)
    case status(OutputStatus)
}

/// Where sound goes.
///
/// Everything happens on the audio thread, and nothing blocks.
protocol AudioOutput: AnyObject {
    var isAvailable: Bool { get }
    /// When it wants `tick` to be called, in nanoseconds of `CLOCK_MONOTONIC`; nil for never.
    var deadline: Int64? { get }

    /// Begins to connect; `available` or `lost` tell how it went.
    func connect()
    /// Opens a stream, which tells by `wants` that it is ready; nil if the output does not take it.
    func open(_ format: AudioFormat, name: String, corked: Bool) -> (any OutputStream)?
    /// 0...100; a level of nil adopts what the sound server remembers.
    func setVolume(level: Int?, muted: Bool)
    /// Whether changes made in a mixer are of interest.
    func watchMixer(_ isOn: Bool)
    func tick()
    /// What happened since it was asked last.
    func takeEvents() -> [OutputEvent]
    func close()
}

/// One run of samples of one format on its way to the ear.
///
/// Its frames are counted from 0 when it is opened, and anew after a flush.
protocol OutputStream: AnyObject {
    var format: AudioFormat { get }
    var isReady: Bool { get }
    var isCorked: Bool { get }
    /// How many frames were written, and so the number of the next one.
    var written: Int64 { get }
    /// How many frames it would take now.
    var wanted: Int { get }
    /// The frame that is heard now; nil while nothing is known to be.
    var heard: Int64? { get }
    /// Whether the sound moves on by itself, as far as is known.
    var isRunning: Bool { get }
    /// Whether the device sleeps under it.
    var isSuspended: Bool { get }

    /// Hands out memory for at most so many frames, until `produce` fills less than it was given; answers the sum.
    func write(_ frames: Int, _ produce: (UnsafeMutableBufferPointer<Float>) -> Int) -> Int
    /// Ends a series of writes, so that the position is asked for once.
    func settle()
    /// Lets the next write replace what was written from this frame on; only what is unheard can be.
    func rewind(to frame: Int64)
    /// Forgets what was written and not heard; the next frame is number 0.
    func flush()
    func cork(_ isCorked: Bool)
    /// Asks to be told by `drained` once all that was written is heard.
    func drain()
    /// Asks for the position, which `heard` will tell.
    func askPosition()
    /// What a mixer shows.
    func rename(_ name: String)
    /// Ends it at once, or when all that was written is heard.
    func close(drained: Bool)
}

extension OutputStream {
    var isSuspended: Bool { false }
}
