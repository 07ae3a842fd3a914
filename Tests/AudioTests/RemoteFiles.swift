import Foundation
import TestSupport

@testable import Audio

/// Answers with a file, whole or from the byte that was asked for, and keeps in mind what was asked.
func serve(_ bytes: [UInt8], _ exchange: ScriptedServer.Exchange, type: String = "audio/mpeg", upTo end: Int? = nil) {
    let first = exchange.field("range").flatMap { Int($0.dropFirst("bytes=".count).prefix { $0.isNumber }) }
    let start = min(first ?? 0, bytes.count)
    exchange.send(
        """
        HTTP/1.1 \(first == nil ? "200 OK" : "206 Partial Content")\r
        Content-Type: \(type)\r
        Content-Length: \(bytes.count - start)\r
        Accept-Ranges: bytes\r
        ETag: "one"\r
        \(first == nil ? "" : "Content-Range: bytes \(start)-\(bytes.count - 1)/\(bytes.count)\r\n")Connection: close\r
        \r

        """)
    exchange.send(Array(bytes[start..<max(start, end ?? bytes.count)]))
}

/// A pipe's samples.
func floats(_ path: String) throws -> [Float] {
    try Data(contentsOf: URL(filePath: path)).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
}

extension OutputConfiguration {
    /// A file of floats, in the format of most tests.
    static func file(_ path: String) -> OutputConfiguration {
        .pipe(path: path, encoding: .float, format: AudioFormat(rate: 44_100, channels: 2))
    }
}
