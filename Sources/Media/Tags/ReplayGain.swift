/// How much louder or softer a track should be played to be as loud as the others.
public struct ReplayGain: Equatable, Sendable {
    /// In dB, against the reference of ReplayGain (89 dB, which is -18 LUFS).
    public var trackGain: Double?
    /// The highest sample, where 1 is full scale.
    public var trackPeak: Double?
    /// In dB, the same for all tracks of an album.
    public var albumGain: Double?
    /// The album's highest sample, where 1 is full scale.
    public var albumPeak: Double?

    /// Nothing known.
    public init() {}

    mutating func fill(from other: ReplayGain) {
        trackGain = trackGain ?? other.trackGain
        trackPeak = trackPeak ?? other.trackPeak
        albumGain = albumGain ?? other.albumGain
        albumPeak = albumPeak ?? other.albumPeak
    }

    /// The figure of `-6.54 dB`; nil if it isn't one or no gain is that large.
    static func gain(_ text: String) -> Double? {
        guard let gain = figure(text), abs(gain) <= 64 else { return nil }
        return gain
    }

    static func peak(_ text: String) -> Double? {
        guard let peak = figure(text), 0...64 ~= peak else { return nil }
        return peak
    }

    /// The gain of `R128_TRACK_GAIN`, in 1/256 dB against -23 LUFS (RFC 7845), brought to ReplayGain's reference.
    static func opusGain(_ text: String) -> Double? {
        guard let gain = Int(text), -32768...32767 ~= gain else { return nil }
        return Double(gain) / 256 + 5
    }

    private static func figure(_ text: String) -> Double? {
        var digits: [UInt8] = []
        for byte in text.utf8.prefix(32) {
            switch byte {
            case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): digits.append(byte)
            // A comma, as some programs write in some countries.
            case UInt8(ascii: ","): digits.append(UInt8(ascii: "."))
            default: return Double(String(decoding: digits, as: UTF8.self))
            }
        }
        return Double(String(decoding: digits, as: UTF8.self))
    }
}
