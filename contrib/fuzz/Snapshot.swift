import JSON
@testable import MoodDaemon
import Playback

/// Called with each input: an object with the members `player` and `queue`, as a snapshot has them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var snapshot = Player.Snapshot()
    var queue = Queue()
    let read: Void? = try? JSONReader.read(input(start, count), depthLimit: 16) { reader throws(JSONError) in
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "player": snapshot = try PlayerReader.read(&reader)
            case "queue": queue = try QueueReader.read(&reader)
            default: try reader.skipValue()
            }
        }
    }
    guard read != nil else { return 0 }
    snapshot.queue = queue
    PlayerReader.mend(&snapshot)
    var player = Player(snapshot: snapshot)
    for command in [Command.play(nil), .next, .previous(heard: 1), .random, .edit(.shuffle, heard: 1), .undo, .stop] {
        _ = player.handle(.command(command))
    }
    precondition(player.current.map(player.queue.contains) != false, "what is current isn't in the queue")
    return 0
}
