import JSON

/// Called with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    guard let value = try? JSONValue(parsing: bytes, depthLimit: 64) else { return 0 }
    let again = try? JSONValue(parsing: value.bytes, depthLimit: 64)
    precondition(again?.bytes == value.bytes, "a value changed by being written")
    return 0
}
