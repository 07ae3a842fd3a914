/// What the player can open, as desktops name it.
enum MediaTypes {
    static let schemes = ["file", "http", "https"]

    /// Of music and of playlists.
    static let types = [
        "audio/mpeg", "audio/flac", "audio/x-flac", "audio/ogg", "audio/x-vorbis+ogg", "audio/x-opus+ogg", "audio/wav",
        "audio/x-wav", "audio/aiff", "audio/x-aiff", "audio/x-mpegurl", "audio/x-scpls", "application/xspf+xml",
        "application/vnd.apple.mpegurl",
    ]

    /// Whether an address has a scheme that can be opened, or is a path.
    static func canOpen(_ address: String) -> Bool {
        if address.hasPrefix("/") { return true }
        guard let colon = address.firstIndex(of: ":") else { return false }
        return schemes.contains(address[..<colon].lowercased())
    }
}
