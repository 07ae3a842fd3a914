import Media

/// Called with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    for offset in [Lyrics.PositiveOffset.earlier, .later] {
        guard let lyrics = Lyrics.parse(input(start, count), positiveOffset: offset), lyrics.isSynchronised else {
            continue
        }
        let times = lyrics.lines.compactMap(\.time)
        precondition(times.count == lyrics.lines.count && times == times.sorted() && (times.first ?? 0) >= 0)
    }
    return 0
}
