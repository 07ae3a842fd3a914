/// How many samples a second there are, in how many channels.
public struct AudioFormat: Equatable, Sendable {
    /// Frames a second, in Hz.
    public var rate: Int
    /// Samples in a frame.
    public var channels: Int

    /// A rate in Hz and a number of channels.
    public init(rate: Int, channels: Int) {
        self.rate = rate
        self.channels = channels
    }

    /// The bytes of one frame of 32-bit floats, the only samples that decoders make.
    var frameSize: Int { channels * MemoryLayout<Float>.size }

    /// How many frames last this long; outside numbers are brought into range.
    func frames(in seconds: Double) -> Int64 {
        let frames = (seconds * Double(rate)).rounded()
        guard frames > 0 else { return 0 }
        return frames < 0x1p62 ? Int64(frames) : 1 << 62
    }

    func seconds(of frames: Int64) -> Double {
        Double(frames) / Double(rate)
    }
}
