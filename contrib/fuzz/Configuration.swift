@testable import Desktop
@testable import MoodDaemon

private let paths = Paths { $0 == "HOME" ? "/home/me" : nil }
private let defaults = Configuration(paths: paths, musicFolder: "/home/me/Music")

/// Called with each input: a configuration, and what the environment says.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    let (configuration, faults) = Configuration.read(bytes, paths: paths, defaults: defaults)
    precondition(faults.allSatisfy { !$0.message.isEmpty && !"\($0)".utf8.contains(0x0A) }, "a fault isn't one line")
    precondition((0...30).contains(configuration.crossfade) && configuration.music.allSatisfy { $0.hasPrefix("/") })
    let text = String(decoding: bytes, as: UTF8.self)
    precondition(MusicFolder.standard(paths: paths, userDirs: text) { _ in nil }.hasPrefix("/"))
    precondition(MusicFolder.standard(paths: paths, userDirs: nil) { _ in text }.hasPrefix("/"))
    let strange = Paths { _ in text }
    precondition([strange.state, strange.cache, strange.playlists].allSatisfy { $0.hasPrefix("/") })
    _ = BusAddress.path(of: text)
    if !text.utf8.contains(0) { precondition(BusAddress.path(of: BusAddress.unix(path: text)) == text) }
    return 0
}
