/// The header of one frame of MPEG audio (ISO/IEC 11172-3 and 13818-3, and the extension called MPEG 2.5).
public struct MPEGHeader: Equatable, Sendable {
    /// The version of MPEG, which decides which rates there are.
    public enum Version: Sendable {
        case mpeg1
        case mpeg2
        case mpeg25
    }

    /// Which of the standards it follows.
    public let version: Version
    /// 1 to 3.
    public let layer: Int
    /// In kbit/s; nil for a frame of free format, whose size only the next header shows.
    public let bitrate: Int?
    /// The rate and channels of its samples.
    public let format: AudioFormat
    let isPadded: Bool

    /// Reads the header's four bytes, the first of which is the highest; nil if they aren't one.
    public init?(_ word: UInt32) {
        guard word >> 21 == 0x7FF else { return nil }
        switch word >> 19 & 3 {
        case 0: version = .mpeg25
        case 2: version = .mpeg2
        case 3: version = .mpeg1
        default: return nil
        }
        layer = 4 - Int(word >> 17 & 3)
        let bitrateIndex = Int(word >> 12 & 15)
        let rateIndex = Int(word >> 10 & 3)
        guard layer < 4, bitrateIndex < 15, rateIndex < 3 else { return nil }
        let rates =
            switch version {
            case .mpeg1: (44_100, 48_000, 32_000)
            case .mpeg2: (22_050, 24_000, 16_000)
            case .mpeg25: (11_025, 12_000, 8_000)
            }
        let rate = rateIndex == 0 ? rates.0 : rateIndex == 1 ? rates.1 : rates.2
        format = AudioFormat(rate: rate, channels: word >> 6 & 3 == 3 ? 1 : 2)
        bitrate = bitrateIndex == 0 ? nil : MPEGHeader.bitrates(version, layer: layer)[bitrateIndex - 1]
        isPadded = word >> 9 & 1 == 1
    }

    /// How many samples of each channel it holds.
    public var samplesPerFrame: Int {
        switch layer {
        case 1: 384
        case 2: 1152
        default: version == .mpeg1 ? 1152 : 576
        }
    }

    /// The frame's bytes with its header; nil for free format.
    public var frameSize: Int? {
        guard let bitrate else { return nil }
        if layer == 1 { return (12_000 * bitrate / format.rate + (isPadded ? 1 : 0)) * 4 }
        return samplesPerFrame / 8 * 1000 * bitrate / format.rate + (isPadded ? 1 : 0)
    }

    /// The bytes between the header and the place of a Xing header, in layer III.
    var sideInformationSize: Int {
        switch (version, format.channels) {
        case (.mpeg1, 2): 32
        case (.mpeg1, _), (_, 2): 17
        default: 9
        }
    }

    /// Whether both can be frames of one stream.
    func belongs(with other: MPEGHeader) -> Bool {
        version == other.version && layer == other.layer && format.rate == other.format.rate
            && (bitrate == nil) == (other.bitrate == nil)
    }

    private static func bitrates(_ version: Version, layer: Int) -> [Int] {
        switch (version, layer) {
        case (.mpeg1, 1): [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
        case (.mpeg1, 2): [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
        case (.mpeg1, _): [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        case (_, 1): [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
        default: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        }
    }
}
