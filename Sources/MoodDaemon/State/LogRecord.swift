import Files
import JSON

/// One line of `queue.log`: a checksum in 16 hexadecimal digits, the record's number, and what happened, as JSON.
enum LogRecord {
    private static let checksumDigits = 16

    /// Appends the line to the bytes; `content` writes one JSON value.
    static func write(
        _ sequence: UInt64, to bytes: inout [UInt8], content: (inout JSONWriter) -> Void
    ) {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: checksumDigits + 1))
        bytes.append(contentsOf: String(sequence).utf8)
        bytes.append(UInt8(ascii: " "))
        var writer = JSONWriter(appendingTo: bytes)
        bytes = []
        content(&writer)
        bytes = writer.bytes
        writer.bytes = []
        bytes.withUnsafeMutableBytes { buffer in
            let body = UnsafeRawBufferPointer(rebasing: buffer[(start + checksumDigits + 1)...])
            var sum = Checksum.of(body)
            for index in stride(from: start + checksumDigits - 1, through: start, by: -1) {
                let digit = UInt8(truncatingIfNeeded: sum & 15)
                buffer[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                sum >>= 4
            }
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// The number and the JSON of a line without its end; nil if it is torn or damaged.
    static func read(_ line: UnsafeRawBufferPointer) -> (sequence: UInt64, json: UnsafeRawBufferPointer)? {
        let start = checksumDigits + 1
        guard line.count > start, line[checksumDigits] == UInt8(ascii: " ") else { return nil }
        var sum: UInt64 = 0
        for index in 0..<checksumDigits {
            guard let digit = Character(Unicode.Scalar(line[index])).hexDigitValue else { return nil }
            sum = sum << 4 | UInt64(digit)
        }
        let body = UnsafeRawBufferPointer(rebasing: line[start...])
        guard sum == Checksum.of(body), let space = body.firstIndex(of: UInt8(ascii: " ")),
            let sequence = UInt64(String(decoding: body[..<space], as: UTF8.self))
        else { return nil }
        return (sequence, UnsafeRawBufferPointer(rebasing: body[(space + 1)...]))
    }
}
