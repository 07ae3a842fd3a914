import JSON

/// JSPF: XSPF in JSON (xspf.org/jspf).
enum JSPF {
    static func parse(_ bytes: [UInt8], _ base: PlaylistBase, _ decoder: TextDecoder) -> Playlist {
        var playlist = Playlist()
        guard let list = LenientJSON.parse(bytes, decoder)?["playlist"] else { return playlist }
        playlist.title = list["title"]?.lenientText
        for track in list["track"]?.array ?? [] {
            var fields = XSPF.TrackFields()
            for location in track["location"]?.elements ?? [] { fields.add("location", location.lenientText ?? "") }
            for name in ["title", "creator", "album", "image", "duration"] {
                fields.add(name, track[name]?.lenientText ?? "")
            }
            playlist.append(fields.entry(base))
        }
        return playlist
    }
}
