import Files
import Glibc

/// The file in which marks are kept: a line for each verdict, the newest counts, each with a checksum.
///
/// A line that was torn or damaged costs itself alone. Lines are written before anybody is told, so that a daemon that
/// is killed loses nothing it has answered.
struct MarksFile: Sendable {
    /// More than so many lines that no longer count are not kept.
    private static let mostSuperseded = 1000
    /// A larger file isn't read; a million marks fit.
    private static let largest = 64 << 20

    /// The file's path.
    let path: String

    /// Reads it, on a worker thread, and makes it shorter if much of it no longer counts; no marks if it isn't there.
    func read() throws(SystemFault) -> Marks {
        let bytes: [UInt8]
        do throws(SystemFault) {
            bytes = try RegularFile.read(Array(path.utf8), limit: Self.largest)
        } catch {
            if error.code == ENOENT { return Marks() }
            throw error
        }
        let (marks, lines, isWhole) = Self.marks(in: bytes)
        if isWhole, lines > 2 * marks.count + Self.mostSuperseded {
            try AtomicFile.write(Self.text(of: marks), to: path)
        }
        return marks
    }

    /// What the lines of a file say, how many there are, and whether all of them are undamaged.
    static func marks(in bytes: [UInt8]) -> (marks: Marks, lines: Int, isWhole: Bool) {
        var marks = Marks()
        var lines = 0
        var isWhole = bytes.isEmpty || bytes.last == UInt8(ascii: "\n")
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            lines += 1
            if let (mood, key, verdict) = Self.parse(line) {
                marks.set(verdict, on: key, in: mood)
            } else {
                isWhole = false
            }
        }
        return (marks, lines, isWhole)
    }

    /// A file that says the same in as few lines as it takes.
    static func text(of marks: Marks) -> [UInt8] {
        marks.all.flatMap { Self.line($0.mood, $0.key, $0.verdict) }
    }

    /// Writes verdicts down, all at once, before this returns; nil takes a mark away.
    func append(_ verdict: Marks.Verdict?, on keys: [MarkKey], in mood: String) throws(SystemFault) {
        if let slash = path.lastIndex(of: "/") { try makeFolder(String(path[..<slash])) }
        let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemFault(path: path, code: errno) }
        defer { close(descriptor) }
        let end = lseek(descriptor, 0, SEEK_END)
        var last = UInt8(ascii: "\n")
        if end > 0 { pread(descriptor, &last, 1, end - 1) }
        // What was torn must not spoil what follows it.
        var bytes: [UInt8] = last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]
        for key in keys { bytes += Self.line(Folding.fold(mood), key, verdict) }
        let code = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
        guard code == 0 else {
            ftruncate(descriptor, end)
            throw SystemFault(path: path, code: code)
        }
    }

    /// `CHECKSUM VERDICT KEY MOOD`, numbers in hexadecimal digits.
    private static func line(_ mood: String, _ key: MarkKey, _ verdict: Marks.Verdict?) -> [UInt8] {
        sealed(Array("\(verdict?.rawValue ?? "none") \(digits(key.rawValue)) \(mood)".utf8))
    }

    /// A line with its checksum in front.
    static func sealed(_ text: [UInt8]) -> [UInt8] {
        digits(text.withUnsafeBytes { Checksum.of($0) }).utf8 + [UInt8(ascii: " ")] + text + [UInt8(ascii: "\n")]
    }

    private static func parse(_ line: ArraySlice<UInt8>) -> (mood: String, key: MarkKey, verdict: Marks.Verdict?)? {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let checksum = number(parts[0]), let key = number(parts[2]),
            let mood = String(validating: parts[3], as: UTF8.self),
            checksum == Array(line[parts[1].startIndex...]).withUnsafeBytes({ Checksum.of($0) })
        else { return nil }
        let word = String(decoding: parts[1], as: UTF8.self)
        guard let verdict = Marks.Verdict(rawValue: word) else {
            return word == "none" ? (mood, MarkKey(rawValue: key), nil) : nil
        }
        return (mood, MarkKey(rawValue: key), verdict)
    }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        digits.count == 16 ? UInt64(String(decoding: digits, as: UTF8.self), radix: 16) : nil
    }
}
