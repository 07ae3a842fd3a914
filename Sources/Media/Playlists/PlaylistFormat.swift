/// The formats of playlist files.
public enum PlaylistFormat: Sendable {
    /// M3U and M3U8.
    case m3u
    /// PLS.
    case pls
    /// XSPF.
    case xspf
    /// JSPF.
    case jspf
    /// An HLS stream's list of segments, which looks like M3U and isn't a playlist of tracks.
    case hls

    /// The format of a file that begins with `bytes`; nil if they don't tell.
    ///
    /// A plain M3U is but a list of lines and isn't told by them.
    public static func sniff(_ bytes: some Collection<UInt8>) -> PlaylistFormat? {
        let head = Array(bytes.prefix(4096))
        let text = TextDecoder().text(head).trimmed.lowercased()
        if text.hasPrefix("#extm3u") || text.hasPrefix("#extinf") {
            return text.utf8.contains("#ext-x-targetduration") || text.utf8.contains("#ext-x-stream-inf") ? .hls : .m3u
        }
        if text.hasPrefix("[playlist]") { return .pls }
        if text.hasPrefix("<"), text.utf8.contains("<playlist"),
            text.utf8.contains("xspf") || text.utf8.contains("<tracklist")
        {
            return .xspf
        }
        if text.hasPrefix("{"), text.utf8.contains("\"playlist\""), text.utf8.contains("\"track\"") { return .jspf }
        return nil
    }

    /// The format by a file's name; nil if it isn't a playlist's.
    public init?(fileName: String) {
        guard let dot = fileName.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        switch fileName[dot...].lowercased() {
        case ".m3u", ".m3u8": self = .m3u
        case ".pls": self = .pls
        case ".xspf": self = .xspf
        case ".jspf": self = .jspf
        default: return nil
        }
    }

    /// The format by a media type such as `audio/x-scpls`, parameters included; nil if it isn't a playlist's.
    public init?(mediaType: String) {
        switch mediaType.prefix(while: { $0 != ";" }).trimmed.lowercased() {
        case "audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl", "application/mpegurl",
            "application/vnd.apple.mpegurl":
            self = .m3u
        case "audio/x-scpls", "audio/scpls", "application/pls+xml", "application/x-scpls": self = .pls
        case "application/xspf+xml": self = .xspf
        case "application/jspf+json": self = .jspf
        default: return nil
        }
    }
}

extension Playlist {
    /// Reads a playlist that lies at `origin`, a path or an address; empty if it isn't one of that format.
    ///
    /// A remote playlist's entries are http and https addresses only.
    public static func parse(
        _ bytes: [UInt8], as format: PlaylistFormat, origin: String, decoder: TextDecoder = TextDecoder()
    ) -> Playlist {
        let base = PlaylistBase(origin: origin, decoder: decoder)
        switch format {
        case .m3u: return M3U.parse(bytes, origin: origin, decoder: decoder)
        case .pls: return PLS.parse(bytes, base, decoder)
        case .xspf: return XSPF.parse(bytes, base, decoder)
        case .jspf: return JSPF.parse(bytes, base, decoder)
        case .hls: return Playlist()
        }
    }
}
