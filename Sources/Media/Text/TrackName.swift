/// `Artist - Title`, as playlists and radio stations write it in one text.
public enum TrackName {
    /// The two parts; no artist if the text holds no dash between spaces.
    public static func split(_ name: String) -> (artist: String?, title: String) {
        let bytes = name.utf8
        guard let dash = bytes.firstIndex(of: " - ") else {
            return (nil, name.trimmed)
        }
        let artist = String(name[..<dash]).trimmed
        return (artist.isEmpty ? nil : artist, String(name[bytes.index(dash, offsetBy: 3)...]).trimmed)
    }
}
