/// What playlists may be called.
public enum PlaylistName {
    /// The longest name, in bytes.
    public static let limit = 200

    /// Whether a playlist can have that name: one that stays in its folder, isn't hidden, and fits on a line.
    public static func isValid(_ name: String) -> Bool {
        (1...limit).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: ".")
            && !name.unicodeScalars.contains { $0 == "/" || $0.properties.generalCategory == .control }
    }
}
