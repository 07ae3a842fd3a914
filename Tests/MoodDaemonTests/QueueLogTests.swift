import JSON
import Testing

@testable import MoodDaemon

@Suite struct QueueLogTests {
    private func log(_ numbers: some Sequence<UInt64>) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in numbers {
            LogRecord.write(number, to: &bytes) { $0.value("record \(number), with a line\nbreak and ünïcode") }
        }
        return bytes
    }

    private func read(
        _ bytes: [UInt8], after snapshot: UInt64 = 0, refusing refused: UInt64? = nil
    ) -> (numbers: [UInt64], reader: LogReader) {
        var numbers: [UInt64] = []
        let reader = bytes.withUnsafeBytes { buffer in
            LogReader(buffer, after: snapshot) { number, json in
                numbers.append(number)
                return String(decoding: json, as: UTF8.self).hasPrefix("\"record \(number),") && number != refused
            }
        }
        return (numbers, reader)
    }

    @Test("what was written is read, and what the snapshot holds is passed over")
    func roundTrip() {
        #expect(read(log(1...20)).numbers == Array(1...20))
        #expect(read(log(1...20), after: 15).numbers == Array(16...20))
        #expect(read(log(1...20), after: 20).numbers.isEmpty)
        #expect(read(log(1...20), after: 30).reader.sequence == 30)
        #expect(read([]).reader.end == .whole)
    }

    @Test("a last line torn at any byte costs itself alone")
    func torn() {
        let whole = log(1...3)
        let lastStart = log(1...2).count
        for length in lastStart..<whole.count {
            let result = read(Array(whole[..<length]))
            #expect(result.numbers == [1, 2], "cut to \(length)")
            #expect(result.reader.length == lastStart)
            #expect(result.reader.end == (length == lastStart ? .whole : .torn))
        }
    }

    @Test("a byte changed anywhere is found; before the last line it is damage")
    func damage() {
        let whole = log(1...3)
        let lastStart = log(1...2).count
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 0x04
            let result = read(changed)
            #expect(result.numbers.count < 3, "byte \(index)")
            #expect(result.reader.end == (index < lastStart - 1 ? .damaged : .torn), "byte \(index)")
        }
    }

    @Test("a gap in the numbers, a foreign log, and a record that makes no sense are damage")
    func numbers() {
        #expect(read(log([1, 2, 4])).reader.end == .damaged)
        #expect(read(log([5, 6]), after: 3).reader.end == .damaged)
        #expect(read(log([4, 5]), after: 3).numbers == [4, 5])
        let refused = read(log(1...3), refusing: 2)
        #expect(refused.reader.end == .damaged)
        #expect(refused.reader.sequence == 1)
    }
}
