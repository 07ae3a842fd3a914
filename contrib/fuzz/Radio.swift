import Media

/// Called with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    for station in RadioStation.list(bytes) ?? [] { precondition(Location.isRemote(station.url)) }
    _ = RadioStation.servers(bytes)
    _ = ICYMetadata(bytes[...])
    var header = ICYHeader()
    header.read(line: bytes[...])
    var stream = ICYStream(interval: Int(bytes.first ?? 0))
    var out = 0
    stream.split(bytes[...], audio: { out += $0.count }, metadata: { out += $0.count })
    precondition(out <= count)
    return 0
}
