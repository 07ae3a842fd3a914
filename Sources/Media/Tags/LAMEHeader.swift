/// The gains that LAME writes into the first frame of an MP3.
enum LAMEHeader {
    /// How much of the first frame is needed.
    static let size = 256

    /// The gains of the frame with these bytes; nothing if it holds none.
    static func replayGain(_ bytes: ArraySlice<UInt8>) -> ReplayGain {
        var gain = ReplayGain()
        guard let frame = MPEGFrame(bytes), frame.layer == 3 else { return gain }
        let sideInformation = frame.isVersionOne ? (frame.isMono ? 17 : 32) : (frame.isMono ? 9 : 17)
        var reader = ByteReader(bytes.dropFirst(4 + sideInformation))
        guard reader.rest.starts(with: "Xing") || reader.rest.starts(with: "Info"), reader.take(4) != nil,
            let flags = reader.bigEndian(4)
        else { return gain }
        let fields = [4, 4, 100, 4].enumerated().reduce(0) { $0 + (flags >> $1.offset & 1) * $1.element }
        // Version, method, low-pass filter and peak stand in front of the gains.
        guard reader.take(fields) != nil, reader.rest.starts(with: "LAME"), reader.take(9 + 1 + 1 + 4) != nil,
            let track = reader.bigEndian(2), let album = reader.bigEndian(2)
        else { return gain }
        gain.trackGain = value(track, name: 1)
        gain.albumGain = value(album, name: 2)
        return gain
    }

    /// Three bits of name, three of origin (0 is none), the sign, and tenths of a dB.
    private static func value(_ field: Int, name: Int) -> Double? {
        guard field >> 13 == name, field >> 10 & 7 != 0 else { return nil }
        let tenths = Double(field & 0x1FF)
        return (field & 0x200 != 0 ? -tenths : tenths) / 10
    }
}
