/// Whether a name is a playlist's, by its ending.
enum PlaylistFileName {
    private static let endings = ["m3u8", "m3u"]

    /// Whether the path ends in a dot and one of the endings, in any case.
    static func fits(_ path: [UInt8]) -> Bool {
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return endings.contains(String(decoding: path[(dot + 1)...], as: UTF8.self).lowercased())
    }
}
