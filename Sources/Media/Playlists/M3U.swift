/// M3U and M3U8 playlists, with the directives that players have added.
public enum M3U {
    /// Reads a playlist that lies at `origin`, a path or an address.
    ///
    /// Every line that isn't a comment is an entry; what a directive says holds for the next entry only.
    public static func parse(_ bytes: [UInt8], origin: String, decoder: TextDecoder = TextDecoder()) -> Playlist {
        var playlist = Playlist()
        let base = PlaylistBase(origin: origin, decoder: decoder)
        var directives = Directives()
        for line in PlaylistLines(bytes) {
            if line.first == UInt8(ascii: "#") {
                if let title = directives.read(line, decoder, base) { playlist.title = title }
            } else {
                playlist.append(PlaylistEntry(places: base.resolve(line)).map(directives.applied))
                directives = Directives()
            }
        }
        return playlist
    }

    /// The playlist as a file in UTF-8, which `parse` reads back; durations are rounded to seconds.
    public static func format(_ entries: some Sequence<PlaylistEntry>) -> [UInt8] {
        var output = Array("#EXTM3U\n".utf8)
        for entry in entries {
            if let title = entry.title {
                let seconds = entry.duration.flatMap { Int(exactly: $0.rounded()) } ?? -1
                let name = entry.artist.map { "\($0) - \(title)" } ?? title
                // Tells an artist from a title that holds a dash.
                if entry.artist != nil || title.utf8.contains(UInt8(ascii: "-")) {
                    append("#EXTART:\(entry.artist ?? "")", to: &output)
                }
                if let album = entry.album { append("#EXTALB:\(album)", to: &output) }
                append("#EXTINF:\(seconds),\(name)", to: &output)
            }
            append(written(entry.uri), to: &output)
        }
        return output
    }

    /// A path that ends in white space is an address here, since white space around a line doesn't count.
    private static func written(_ uri: String) -> String {
        guard uri.utf8.last.map({ $0 <= 0x20 }) == true, let path = Location.path(uri: uri) else { return uri }
        return Location.address(path: path)
    }

    private static func append(_ line: String, to output: inout [UInt8]) {
        // A line end in a title would be an entry.
        for byte in line.utf8 { output.append(byte < 0x20 ? 0x20 : byte) }
        output.append(0x0A)
    }

    /// What the directives before an entry say about it.
    private struct Directives {
        private var duration: Double?
        private var name: String?
        private var artist: String?
        private var album: String?
        private var artwork: String?

        /// Reads a line that begins with `#`; answers the playlist's title if that is what it tells.
        mutating func read(_ line: ArraySlice<UInt8>, _ decoder: TextDecoder, _ base: PlaylistBase) -> String? {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let value = line[(colon + 1)...].trimmed
            switch String(decoding: line[..<colon], as: UTF8.self).uppercased() {
            case "#EXTINF": information(value, decoder)
            case "#EXTART": artist = decoder.text(value)
            case "#EXTALB": album = decoder.text(value)
            case "#EXTIMG", "#EXTALBUMARTURL": artwork = base.resolve(value).first
            case "#PLAYLIST": return decoder.text(value).trimmed
            default: break
            }
            return nil
        }

        /// `123,Artist - Title`, where attributes such as `tvg-logo="a,b"` may follow the seconds.
        private mutating func information(_ value: ArraySlice<UInt8>, _ decoder: TextDecoder) {
            var isQuoted = false
            let comma = value.firstIndex {
                if $0 == UInt8(ascii: "\"") { isQuoted.toggle() }
                return $0 == UInt8(ascii: ",") && !isQuoted
            }
            let head = value[..<(comma ?? value.endIndex)]
            let seconds = head.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
            duration = Double(String(decoding: seconds, as: UTF8.self)).flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil }
            guard let comma else { return }
            name = decoder.text(value[(comma + 1)...]).trimmed
        }

        func applied(to entry: PlaylistEntry) -> PlaylistEntry {
            var entry = entry
            entry.duration = duration
            entry.album = album.flatMap { $0.isEmpty ? nil : $0 }
            entry.artwork = artwork
            if let artist {
                entry.artist = artist.isEmpty ? nil : artist
                let prefix = "\(artist) - "
                entry.title = name.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 }
            } else if let name {
                (entry.artist, entry.title) = TrackName.split(name)
            }
            if entry.title?.isEmpty == true { entry.title = nil }
            return entry
        }
    }
}
