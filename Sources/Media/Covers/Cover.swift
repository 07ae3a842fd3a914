/// A picture that came with the music.
public struct Cover: Equatable, Sendable {
    /// A larger picture is not taken, in bytes (10 MiB).
    public static let maximumSize = 10 << 20

    /// What a picture embedded in an audio file shows.
    public enum Use: Equatable, Sendable {
        case front, other, icon

        /// The use by its number in ID3v2 and FLAC.
        init(number: Int) {
            switch number {
            case 3: self = .front
            case 1, 2: self = .icon
            default: self = .other
            }
        }

        /// The lower, the better it serves as a cover.
        var rank: Int {
            switch self {
            case .front: 0
            case .other: 1
            case .icon: 2
            }
        }
    }

    /// The picture file itself.
    public let bytes: [UInt8]
    /// What `bytes` are.
    public let type: ImageType
    /// What it shows; a file beside the music counts as a front cover.
    public let use: Use

    /// The picture that `bytes` hold; nil if they are of no known type, or too many.
    public init?(_ bytes: ArraySlice<UInt8>, use: Use = .front) {
        guard bytes.count <= Self.maximumSize, let type = ImageType(sniffing: bytes) else { return nil }
        self.bytes = Array(bytes)
        self.type = type
        self.use = use
    }
}
