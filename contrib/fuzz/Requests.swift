import MoodProtocol

/// Called with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    _ = Message(UnsafeRawBufferPointer(start: start, count: count))
    return 0
}
