@testable import Network

/// Called with each input: header fields, a line each, of an answer with a part of a file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var fields: [String: String] = [:]
    for line in input(start, count).split(separator: 0x0A) {
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        guard parts.count == 2 else { continue }
        fields[String(decoding: parts[0], as: UTF8.self)] = trimmed(String(decoding: parts[1], as: UTF8.self))
    }
    for status in [200, 206] {
        let head = HTTPHead(status: status, fields: fields, url: "http://h/")
        _ = (head.contentType, head.totalLength, head.contentRange, head.validator)
        precondition(head.metadataInterval.map { (1...1 << 20).contains($0) } != false)
        precondition(head.retryAfter.map { (0...3600).contains($0) } != false, "a wait without an end")
    }
    return 0
}
