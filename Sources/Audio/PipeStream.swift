/// A stream into a pipe, brought to the pipe's format.
final class PipeStream: OutputStream {
    let format: AudioFormat
    let isReady = true
    private(set) var isCorked: Bool
    private(set) var written: Int64 = 0

    private let output: PipeOutput
    private let converter: SampleConverter
    private let memory: UnsafeMutableBufferPointer<Float>
    private var isDraining = false
    private var hasNews = false

    /// Nil if no converter can be had for the format.
    init?(_ format: AudioFormat, output: PipeOutput, corked: Bool) {
        guard let converter = SampleConverter(from: format, to: output.format, encoding: output.encoding) else {
            return nil
        }
        self.format = format
        self.output = output
        self.converter = converter
        isCorked = corked
        memory = .allocate(capacity: 8192 / format.channels * format.channels)
    }

    deinit {
        memory.deallocate()
    }

    var wanted: Int { isCorked || output.isFull ? 0 : memory.count / format.channels }
    var heard: Int64? { written == 0 ? nil : written }
    var isRunning: Bool { !isCorked && written > 0 }

    func write(_ frames: Int, _ produce: (UnsafeMutableBufferPointer<Float>) -> Int) -> Int {
        var sum = 0
        while sum < frames {
            let piece = min(frames - sum, memory.count / format.channels)
            let samples = UnsafeMutableBufferPointer(rebasing: memory[..<(piece * format.channels)])
            let count = produce(samples)
            sum += count
            written += Int64(count)
            let gain = output.gain
            if gain != 1 {
                for index in 0..<(count * format.channels) { samples[index] *= gain }
            }
            output.take(converter.convert(UnsafeBufferPointer(rebasing: samples[..<(count * format.channels)])))
            if count < piece { break }
        }
        return sum
    }

    func settle() { output.note(.heard(self)) }

    /// What was handed over cannot be taken back.
    func rewind(to frame: Int64) {}

    func flush() {
        output.drop()
        written = 0
        isDraining = false
    }

    func cork(_ isCorked: Bool) {
        self.isCorked = isCorked
        if !isCorked {
            output.begin(self)
            output.note(.wants(self))
        }
    }

    func drain() {
        finish()
        isDraining = true
    }

    func askPosition() { output.note(.heard(self)) }
    func rename(_ name: String) {}

    func close(drained: Bool) {
        if drained { finish() }
    }

    /// Hands over what the converter holds back.
    private func finish() {
        let rest = converter.finish()
        if !rest.isEmpty { output.take(rest) }
    }

    /// Everything was handed over.
    func isEmptied() {
        if isDraining {
            isDraining = false
            output.note(.drained(self))
        } else {
            output.note(.wants(self))
        }
    }
}
