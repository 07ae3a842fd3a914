/// XSPF playlists (xspf.org, version 1).
enum XSPF {
    private static let deepest = 16
    /// Longer texts are cut off: none of them is one that a player shows.
    private static let longestText = 1 << 16

    static func parse(_ bytes: [UInt8], _ base: PlaylistBase, _ decoder: TextDecoder) -> Playlist {
        var playlist = Playlist()
        var reader = XMLReader(bytes, decoder: decoder)
        // Names of the open elements; those of the deepest levels are only counted.
        var path: [String] = []
        var depth = 0
        var text = ""
        var track = TrackFields()
        while let event = reader.next() {
            switch event {
            case .start(let name):
                depth += 1
                if depth <= deepest { path.append(name) }
                if path == ["playlist", "tracklist", "track"] { track = TrackFields() }
                text = ""
            case .text(let part):
                if text.utf8.count < longestText { text += part }
            case .end(let name):
                guard depth > 0 else { continue }
                if depth <= deepest {
                    if path == ["playlist", "title"] { playlist.title = text.trimmed }
                    if path.count == 4, path[2] == "track" { track.add(name, text.trimmed) }
                    if path == ["playlist", "tracklist", "track"] { playlist.append(track.entry(base)) }
                    path.removeLast()
                }
                depth -= 1
                text = ""
            }
        }
        return playlist
    }

    /// What a track element says, before its places are resolved.
    struct TrackFields {
        private static let mostLocations = 8

        var locations: [String] = []
        var title: String?
        var creator: String?
        var album: String?
        var image: String?
        /// In milliseconds.
        var duration: Double?

        mutating func add(_ name: String, _ text: String) {
            guard !text.isEmpty else { return }
            switch name {
            case "location": if locations.count < Self.mostLocations { locations.append(text) }
            case "title": title = title ?? text
            case "creator": creator = creator ?? text
            case "album": album = album ?? text
            case "image": image = image ?? text
            case "duration": duration = duration ?? Double(text)
            default: break
            }
        }

        func entry(_ base: PlaylistBase) -> PlaylistEntry? {
            let places = locations.flatMap { base.resolve(Array($0.utf8)[...], isAddress: true) }
            var entry = PlaylistEntry(places: places)
            entry?.title = title
            entry?.artist = creator
            entry?.album = album
            entry?.artwork = image.flatMap { base.resolve(Array($0.utf8)[...], isAddress: true).first }
            entry?.duration = duration.flatMap { $0 > 0 && $0 < 1e12 ? $0 / 1000 : nil }
            return entry
        }
    }
}
