import CMpg123

/// Where in an MP3 its frames lie, so that a seek needn't read everything in front of its target.
struct FrameTable {
    /// Where every `step`th frame begins, counted from the first byte of the audio.
    let offsets: [off_t]
    let step: Int64
    /// Whether a frame is found at its place, or only near it.
    let isExact: Bool

    /// So many entries tell a place within some hundred milliseconds of an hour.
    private static let mostEntries: Int64 = 4000

    /// What the first frame tells of all others: each frame's place to the byte if all have the same bitrate, else a rough
    /// one by the encoder's table of contents or the average; nil without any figures.
    init?(_ stream: MPEGStream) {
        guard !stream.isEndless, let first = stream.header.frameSize, let bitrate = stream.header.bitrate else {
            return nil
        }
        let samples = Double(stream.header.samplesPerFrame)
        let nominal = samples / 8 * 1000 * Double(bitrate) / Double(stream.header.format.rate)
        let information = stream.information
        let start = information == nil ? 0 : Double(first)
        let size = (information?.bytes).map(Double.init) ?? stream.byteCount.map(Double.init)
        let known = information?.frames.map(Double.init)
        guard let frames = known ?? size.map({ $0 / nominal }), frames >= 1 else { return nil }
        let mean = size.map { ($0 - start) / frames } ?? nominal
        isExact = information?.isConstant == true && known != nil && abs(mean - nominal) < 1
        let contents = isExact ? [] : information?.contents ?? []
        let step = max(1, Int64(frames) / Self.mostEntries)
        self.step = step
        offsets = (0..<Int64(frames) / step + 1).map { index in
            let frame = Double(index * step)
            if let size, !contents.isEmpty {
                return off_t(max(start, FrameTable.part(frame / frames, of: contents) * size))
            }
            // Padding makes the places differ by a byte or two: in front of a frame it is found, behind its start not.
            return off_t(max(start, start + frame * mean - 2))
        }
    }

    /// What a decoder has learned by reading frame after frame; nil before it has read any.
    init?(learnedBy parser: MPEGParser) {
        var offsets: UnsafeMutablePointer<off_t>?
        var step = off_t(0)
        var count = 0
        guard mpg123_index(parser.handle, &offsets, &step, &count) == MPG123_OK.rawValue, count > 0, step > 0 else {
            return nil
        }
        self.offsets = Array(UnsafeBufferPointer(start: offsets, count: count))
        self.step = Int64(step)
        isExact = true
    }

    /// Up to which frame it reaches.
    var frames: Int64 { Int64(offsets.count) * step }

    /// Where a frame, or one just before it, begins.
    func offset(of frame: Int64) -> Int64 {
        offsets.isEmpty ? 0 : Int64(offsets[Int(min(max(0, frame / step), Int64(offsets.count - 1)))])
    }

    /// Lets a decoder seek by it.
    func install(in parser: MPEGParser) {
        var offsets = offsets
        mpg123_set_index(parser.handle, &offsets, off_t(step), offsets.count)
    }

    /// The part of all bytes that lies before a part of the time.
    private static func part(_ time: Double, of contents: [UInt8]) -> Double {
        let place = min(max(0, time * 100), 100)
        let index = min(Int(place), contents.count - 1)
        let from = Double(contents[index])
        let to = index + 1 < contents.count ? Double(contents[index + 1]) : 256
        return (from + max(0, to - from) * (place - Double(index))) / 256
    }
}
