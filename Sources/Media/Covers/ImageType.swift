/// The types of pictures that serve as covers.
public enum ImageType: String, Equatable, Sendable {
    case jpeg, png, gif, webp

    /// The type that the first twelve bytes tell; nil for all others.
    public init?(sniffing bytes: some Collection<UInt8>) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: "GIF87a") || bytes.starts(with: "GIF89a") {
            self = .gif
        } else if bytes.starts(with: "RIFF"), bytes.dropFirst(8).starts(with: "WEBP") {
            self = .webp
        } else {
            return nil
        }
    }

    /// The media type, such as `image/jpeg`.
    public var mediaType: String { "image/\(rawValue)" }

    /// What a file's name should end in, without the dot.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}
