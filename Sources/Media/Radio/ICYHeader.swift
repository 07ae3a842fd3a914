/// What a Shoutcast or Icecast server says about a stream in the headers of its answer.
public struct ICYHeader: Equatable, Sendable {
    /// How many bytes of audio stand between two metadata blocks; nil if there are none.
    public var interval: Int?
    /// The station's name.
    public var name: String?
    /// What it plays.
    public var genre: String?
    /// In kbit/s.
    public var bitrate: Int?

    /// A header that says nothing.
    public init() {}

    /// Takes one line of the answer's header.
    public mutating func read(line: ArraySlice<UInt8>, decoder: TextDecoder = TextDecoder()) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let value = HTMLEntities.decode(decoder.text(line[(colon + 1)...].trimmed)).trimmed
        guard !value.isEmpty else { return }
        switch String(decoding: line[..<colon].trimmed, as: UTF8.self).lowercased() {
        case "icy-metaint": interval = Int(value).flatMap { 1...(1 << 24) ~= $0 ? $0 : nil }
        case "icy-name": name = value
        case "icy-genre": genre = value
        // Some servers repeat it: `128, 128`.
        case "icy-br": bitrate = Tags.number(value)
        default: break
        }
    }
}
