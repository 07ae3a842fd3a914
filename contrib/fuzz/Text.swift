import Media

/// Called with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    for encoding in ["GB18030", "BIG5", "SHIFT_JIS", "CP1251", "UTF-7", "ISO-2022-JP", "no such encoding"] {
        let text = TextDecoder(fallbackEncodings: [encoding]).text(bytes)
        precondition(!text.utf8.contains(0))
    }
    return 0
}
