import Media

/// Called with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let list = SongList.parse(input(start, count), address: "http://host/rest/getRandomSongs.view?u=me&f=json")
    for song in list.songs {
        precondition(Location.isRemote(song.url) && song.artwork.map(Location.isRemote) != false)
        precondition(song.duration.map { $0.isFinite && $0 > 0 } != false)
    }
    return 0
}
