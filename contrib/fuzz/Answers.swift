import JSON
import MoodProtocol
@testable import moodctl

/// Called with each input: a line from the daemon.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let message = try? ServerMessage(UnsafeRawBufferPointer(start: start, count: count)) else { return 0 }
    switch message {
    case .result(_, let value): read(value)
    case .event(_, _, let value): read(value)
    case .failure, .unknown: break
    }
    return 0
}

/// Takes it for anything that a daemon tells.
private func read(_ value: UnsafeRawBufferPointer) {
    let value = Array(value)
    let status = try? JSONReader.read(value) { reader throws(JSONError) in try Status(reading: &reader) }
    if let status {
        let text = StatusText(status: status, position: status.position).text
        precondition(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 }, "a terminal is commanded")
    }
    _ = try? JSONReader.read(value) { reader throws(JSONError) in try Entry(reading: &reader) }
    _ = try? JSONReader.read(value) { reader throws(JSONError) in try ServerInfo(reading: &reader) }
    _ = try? JSONReader.read(value) { reader throws(JSONError) in try ScanResult(reading: &reader) }
}
