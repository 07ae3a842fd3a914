import Media

/// Whether a name is a playlist's, by its ending.
enum PlaylistFileName {
    /// Whether the path ends in a dot and an ending of M3U, PLS, XSPF or JSPF, in any case.
    static func fits(_ path: [UInt8]) -> Bool {
        PlaylistFormat(fileName: String(decoding: path, as: UTF8.self)) != nil
    }
}
