@testable import MoodDaemon
import Playback

/// Called with each input: a record of the queue's log, without its checksum; an empty line begins the next.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    bytes.withUnsafeBytes { bytes in
        _ = LogReader(bytes, after: 0) { _, _ in true }
        if bytes.count >= PositionSlot.size {
            _ = PositionSlot.read(UnsafeRawBufferPointer(rebasing: bytes[..<PositionSlot.size]))
        }
    }
    var player = Player(seed: 1)
    for line in bytes.split(separator: 0x0A) {
        guard let event = Array(line).withUnsafeBytes({ EventReader.read($0) }) else { continue }
        _ = player.handle(event)
        // What a snapshot cannot hold would be lost with the next restart.
        player = Player(snapshot: player.snapshot)
    }
    return 0
}
