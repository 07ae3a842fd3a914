import Media

/// Reads a playlist as a local and as a remote one, and holds both to their promises.
func checkPlaylist(_ bytes: [UInt8], as format: PlaylistFormat) {
    _ = PlaylistFormat.sniff(bytes)
    for entry in Playlist.parse(bytes, as: format, origin: "https://host/folder/list?query").entries {
        precondition(([entry.uri] + entry.alternatives).allSatisfy(Location.isRemote), "a remote list left the web")
    }
    let local = Playlist.parse(bytes, as: format, origin: "/music/lists/list").entries
    for entry in local {
        precondition(Location.isRemote(entry.uri) || Location.path(uri: entry.uri) != nil, "neither path nor address")
    }
    let written = M3U.parse(M3U.format(local), origin: "/elsewhere/list").entries
    precondition(written.map(\.uri) == local.map(\.uri), "a list changed by being written")
}
