import CMpg123

/// Brings floats of one format to samples of another: channels, rate, encoding.
final class SampleConverter {
    private let source: AudioFormat
    private let target: AudioFormat
    private let encoding: PipeEncoding
    /// Nil where both rates are the same, and nothing may change.
    private let resampler: OpaquePointer?
    /// The resampler's filters hold the last samples.
    private var holdsBack = false

    /// Nil if libsyn123 can't go from one rate to the other.
    init?(from source: AudioFormat, to target: AudioFormat, encoding: PipeEncoding) {
        self.source = source
        self.target = target
        self.encoding = encoding
        guard source.rate != target.rate else {
            resampler = nil
            return
        }
        let encoding = Int32(MPG123_ENC_FLOAT_32.rawValue)
        guard let handle = syn123_new(target.rate, Int32(target.channels), encoding, 0, nil) else { return nil }
        guard syn123_setup_resample(handle, source.rate, target.rate, Int32(target.channels), 0, 0) == 0 else {
            syn123_del(handle)
            return nil
        }
        resampler = handle
    }

    deinit {
        if let resampler { syn123_del(resampler) }
    }

    func convert(_ samples: UnsafeBufferPointer<Float>) -> [UInt8] {
        if source == target { return encoded(samples) }
        let mixed = mix(samples)
        holdsBack = resampler != nil
        return mixed.withUnsafeBufferPointer { mixed in
            guard let resampler else { return encoded(mixed) }
            let frames = mixed.count / target.channels
            let room = syn123_resample_count(source.rate, target.rate, frames) * target.channels
            let resampled = [Float](unsafeUninitializedCapacity: room) { buffer, count in
                guard let input = mixed.baseAddress, let output = buffer.baseAddress else { return }
                count =
                    syn123_resample(resampler, output, UnsafeMutablePointer(mutating: input), frames)
                    * target.channels
            }
            return resampled.withUnsafeBufferPointer(encoded)
        }
    }

    /// What the resampler still holds of the samples it was given.
    func finish() -> [UInt8] {
        guard holdsBack else { return [] }
        // Its filters ring out within so much silence, less than a thousandth of a second.
        let frames = 32 * ((source.rate + target.rate - 1) / target.rate)
        let rest = [Float](repeating: 0, count: frames * source.channels).withUnsafeBufferPointer(convert)
        holdsBack = false
        return rest
    }

    /// One channel is spread over all, several are averaged into one, and else channels keep their places.
    private func mix(_ samples: UnsafeBufferPointer<Float>) -> [Float] {
        let (from, to) = (source.channels, target.channels)
        if from == to { return Array(samples) }
        var mixed: [Float] = []
        mixed.reserveCapacity(samples.count / from * to)
        for frame in stride(from: 0, to: samples.count, by: from) {
            let channels = samples[frame..<frame + from]
            for channel in 0..<to {
                if to == 1 {
                    mixed.append(channels.reduce(0, +) / Float(from))
                } else {
                    mixed.append(from == 1 ? channels[frame] : channel < from ? channels[frame + channel] : 0)
                }
            }
        }
        return mixed
    }

    private func encoded(_ samples: UnsafeBufferPointer<Float>) -> [UInt8] {
        switch encoding {
        case .float: Array(UnsafeRawBufferPointer(samples))
        case .s16:
            samples.map { Int16(min(32_767, max(-32_768, ($0 * 32_768).rounded()))) }
                .withUnsafeBytes { Array($0) }
        }
    }
}
