/// The header of an MPEG audio frame (ISO 11172-3 and 13818-3).
struct MPEGFrame {
    private static let bitRates: [[Int]] = [
        [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
    private static let sampleRates = [44100, 48000, 32000]

    /// False for MPEG-2 and 2.5.
    let isVersionOne: Bool
    let layer: Int
    let isMono: Bool
    /// The whole frame's bytes.
    let size: Int
    /// What all frames of a stream have in common.
    private let kind: Int

    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        guard let word = reader.bigEndian(4), word >> 21 == 0x7FF else { return nil }
        let version = word >> 19 & 3
        let layer = 4 - (word >> 17 & 3)
        let rateIndex = word >> 12 & 15
        let frequency = word >> 10 & 3
        guard version != 1, layer != 4, 1...14 ~= rateIndex, frequency != 3, word & 3 != 2 else { return nil }
        isVersionOne = version == 3
        self.layer = layer
        isMono = word >> 6 & 3 == 3
        kind = word & 0xFFFE_0C00
        let table = isVersionOne ? layer - 1 : layer == 1 ? 3 : 4
        let bitRate = Self.bitRates[table][rateIndex - 1] * 1000
        let sampleRate = Self.sampleRates[frequency] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
        let padding = word >> 9 & 1
        switch layer {
        case 1: size = (12 * bitRate / sampleRate + padding) * 4
        case 3 where !isVersionOne: size = 72 * bitRate / sampleRate + padding
        default: size = 144 * bitRate / sampleRate + padding
        }
    }

    /// True if a frame, and another one behind it, begins within the first `searching` bytes.
    static func begins(_ bytes: ArraySlice<UInt8>, searching: Int) -> Bool {
        for index in bytes.indices.prefix(searching) where bytes[index] == 0xFF {
            guard let frame = MPEGFrame(bytes[index...]) else { continue }
            let rest = bytes[index...].dropFirst(frame.size)
            if rest.count < 4 {
                // A file of one frame is believed if nothing is in front of it.
                if index == bytes.startIndex { return true }
            } else if let next = MPEGFrame(rest), next.kind == frame.kind {
                return true
            }
        }
        return false
    }

    /// True for AAC in ADTS, whose frames look much the same.
    static func isADTS(_ bytes: ArraySlice<UInt8>) -> Bool {
        var reader = ByteReader(bytes)
        guard let word = reader.bigEndian(4), word >> 20 == 0xFFF, word >> 17 & 3 == 0, word >> 10 & 15 < 13,
            let more = reader.bigEndian(2)
        else { return false }
        let size = (word & 3) << 11 | more >> 5
        let rest = bytes.dropFirst(size)
        return size > 7 && (rest.count < 2 || rest.starts(with: bytes.prefix(2)))
    }
}
