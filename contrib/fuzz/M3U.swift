import Media

/// Called with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    checkPlaylist(input(start, count), as: .m3u)
    return 0
}
