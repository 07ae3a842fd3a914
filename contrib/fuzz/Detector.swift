@testable import MoodDaemon

/// Called with each input: what a detector prints.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let output = try? DetectorOutput(parsing: input(start, count)) else { return 0 }
    for mood in ["happy", "sad", "calm", "angry"] { precondition((0...1).contains(output.scores[mood] ?? -1)) }
    return 0
}
