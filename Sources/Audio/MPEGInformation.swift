/// What an encoder wrote into the first frame of an MP3: a Xing, Info or VBRI header, with LAME's extension.
public struct MPEGInformation: Equatable, Sendable {
    /// The frames that follow this one.
    public var frames: Int?
    /// The bytes of all frames, with this one.
    public var bytes: Int?
    /// Whether the encoder says that all frames have the same bitrate.
    public var isConstant = false
    /// For each hundredth of the track's time the place in the file, in 1/256 of its bytes.
    var contents: [UInt8] = []
    /// Whether it is a VBRI header, which libmpg123 takes for sound.
    var isVBRI = false
    /// Samples that the encoder put in front of the music.
    public var delay: Int?
    /// Samples that it put behind the music.
    public var padding: Int?

    /// Reads it from a frame that begins with `header`; nil if the frame holds ordinary sound.
    public init?(frame: [UInt8], header: MPEGHeader) {
        guard header.layer == 3 else { return nil }
        if frame.has("VBRI", at: 36) {
            isVBRI = true
            bytes = frame.bigEndian32(at: 46).map(Int.init)
            frames = frame.bigEndian32(at: 50).map(Int.init)
            return
        }
        var offset = 4 + header.sideInformationSize
        guard frame.has("Xing", at: offset) || frame.has("Info", at: offset),
            let flags = frame.bigEndian32(at: offset + 4)
        else { return nil }
        isConstant = frame.has("Info", at: offset)
        offset += 8
        if flags & 1 != 0 {
            frames = frame.bigEndian32(at: offset).map(Int.init)
            offset += 4
        }
        if flags & 2 != 0 {
            bytes = frame.bigEndian32(at: offset).map(Int.init)
            offset += 4
        }
        if flags & 4 != 0 {
            if offset + 100 <= frame.count { contents = Array(frame[offset..<offset + 100]) }
            offset += 100
        }
        if flags & 8 != 0 { offset += 4 }
        // LAME's part: nine bytes of a name, then at its 21st byte twelve bits each of delay and padding.
        guard offset + 24 <= frame.count, frame[offset] != 0 else { return }
        delay = Int(frame[offset + 21]) << 4 | Int(frame[offset + 22]) >> 4
        padding = Int(frame[offset + 22] & 15) << 8 | Int(frame[offset + 23])
    }

    /// How many samples the track has once the decoder left out delay and padding; nil if the header doesn't say.
    public func length(_ header: MPEGHeader) -> Int64? {
        guard let frames, frames > 0 else { return nil }
        let samples = Int64(frames) * Int64(header.samplesPerFrame)
        guard let delay, let padding else { return samples }
        return max(0, samples - Int64(delay + padding))
    }

    /// Whether the figures can be those of a track of so many bytes: a file cut off, or joined from several, has others.
    func fits(byteCount: Int64?, _ header: MPEGHeader) -> Bool {
        guard let frames, frames > 0 else { return false }
        guard let byteCount else { return true }
        if let bytes, bytes > 0 {
            return abs(Int64(bytes) - byteCount) <= max(byteCount / 50, 4096)
        }
        let smallest = header.samplesPerFrame / 8 * 8000 / header.format.rate
        let largest = header.samplesPerFrame / 8 * 320_000 / header.format.rate + 1
        let mean = byteCount / Int64(frames)
        return mean >= Int64(smallest) && mean <= Int64(largest)
    }

    /// The average in kbit/s.
    func bitrate(_ header: MPEGHeader, byteCount: Int64?) -> Int? {
        guard let frames, frames > 0, let bytes = bytes.map(Int64.init) ?? byteCount else { return nil }
        let seconds = Double(frames) * Double(header.samplesPerFrame) / Double(header.format.rate)
        return Int((Double(bytes) * 8 / seconds / 1000).rounded())
    }
}
