import Glibc
import Testing

@testable import MoodDaemon

@Suite struct LogTests {
    @Test("a message is one line, whatever it holds")
    func oneLine() {
        #expect(Log.line("a\nb\u{1B}[31m\tc", priority: .error) == "<3>a b [31m c\n")
        #expect(Log.line("plain", priority: nil) == "plain\n")
    }

    @Test("priorities are written only where standard error is the journal, and a full journal loses lines")
    func journal() {
        var ends: [Int32] = [0, 0]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        defer { ends.forEach { close($0) } }
        var status = stat()
        fstat(ends[0], &status)
        let stream = "\(status.st_dev):\(status.st_ino)"
        Log(descriptor: ends[0]) { $0 == "JOURNAL_STREAM" ? stream : nil }.warning("careful")
        Log(descriptor: ends[0]) { _ in nil }.warning("careful")
        Log(descriptor: ends[0]) { $0 == "JOURNAL_STREAM" ? "1:2" : nil }.warning("careful")
        var buffer = [UInt8](repeating: 0, count: 100)
        let count = read(ends[1], &buffer, buffer.count)
        #expect(String(decoding: buffer[..<max(0, count)], as: UTF8.self) == "<4>careful\ncareful\ncareful\n")

        let log = Log(descriptor: ends[0]) { $0 == "JOURNAL_STREAM" ? stream : nil }
        for _ in 0..<100 { log.info(String(repeating: "x", count: 10_000)) }
    }
}
