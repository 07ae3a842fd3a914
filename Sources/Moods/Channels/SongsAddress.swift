/// The address of a song list, and what a request tells the service as Douban's channels had it: what became of the last
/// songs (`h`), and why it is asked (`type`).
///
/// Only an address that has one of `channel`, `type` and `h` in its query gets them; any other is asked for as it is.
struct SongsAddress {
    private static let mostOutcomes = 10

    private let url: String
    private let takesOutcomes: Bool
    private var outcomes: [(song: String, letter: Character)] = []

    init(_ url: String) {
        self.url = url
        takesOutcomes = Self.items(url).contains { ["channel", "type", "h"].contains($0.prefix { $0 != "=" }) }
    }

    /// Takes note of what became of a song, for the requests that follow.
    mutating func note(_ outcome: TrackOutcome, of song: String) {
        guard let letter = outcome.letter else { return }
        outcomes.append((song, letter))
        if outcomes.count > Self.mostOutcomes { outcomes.removeFirst() }
    }

    /// The address to ask.
    func request(_ occasion: BatchRequest.Occasion) -> String {
        guard takesOutcomes, let mark = url.firstIndex(of: "?") else { return url }
        var items = Self.items(url).filter { !["type", "h"].contains($0.prefix { $0 != "=" }) }
        items.append(occasion == .set ? "type=n" : "type=p")
        if !outcomes.isEmpty {
            let history = outcomes.map { "%7C\(Self.encoded($0.song)):\($0.letter)" }.joined()
            items.append("h=\(history)")
        }
        return "\(url[..<mark])?\(items.joined(separator: "&"))"
    }

    private static func items(_ url: String) -> [Substring] {
        guard let mark = url.firstIndex(of: "?") else { return [] }
        return url[mark...].dropFirst().prefix { $0 != "#" }.split(separator: "&")
    }

    /// Text as it stands in a query (RFC 3986, section 2.3).
    static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}

extension TrackOutcome {
    fileprivate var letter: Character? {
        switch self {
        case .started: nil
        case .ended: "p"
        case .skipped: "s"
        case .liked: "r"
        case .unliked: "u"
        case .banned: "b"
        }
    }
}
