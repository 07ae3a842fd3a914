import Media

/// Called with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    let file = RandomAccess(bytes)
    let tags = Tags.read(file, [.replayGain, .lyrics, .cover], decoder: TextDecoder(fallbackEncodings: ["GB18030"]))
    _ = Lyrics.embedded(in: tags)
    let audio = Tags.audioRange(of: file)
    precondition(audio.lowerBound >= 0 && audio.upperBound <= count)
    _ = AudioFormat.sniff(bytes)
    return 0
}
