import Testing

@testable import MoodProtocol

@Suite struct LineFramerTests {
    static func lines(_ pieces: [[UInt8]], limit: Int = 1 << 20) throws -> [String] {
        var framer = LineFramer(limit: limit)
        var lines: [String] = []
        for piece in pieces {
            piece.withUnsafeBytes { framer.append($0) }
            while let line = try framer.nextLine() {
                lines.append(framer.withBytes(of: line) { String(decoding: $0, as: UTF8.self) })
            }
        }
        if let line = try framer.lastLine() {
            lines.append("rest: " + framer.withBytes(of: line) { String(decoding: $0, as: UTF8.self) })
        }
        return lines
    }

    @Test(
        arguments: [
            ("a\nb\n", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("\n\r\n  \t\na\n\n", ["a"]), ("a\rb\n", ["a\rb"]),
            ("", []),
            ("a\nb", ["a", "rest: b"]), ("a\n \r", ["a"]), ("a\r\r\n", ["a\r"]), (" a \n", [" a "]),
        ] as [(String, [String])])
    func linesEndWithLFOrCRLFHoweverTheyArrive(text: String, lines: [String]) throws {
        let bytes = Array(text.utf8)
        #expect(try Self.lines([bytes]) == lines)
        #expect(try Self.lines(bytes.map { [$0] }) == lines)
        for cut in 0...bytes.count { #expect(try Self.lines([Array(bytes[..<cut]), Array(bytes[cut...])]) == lines) }
    }

    @Test func aStreamCutAtRandomGivesTheLinesThatWentIn() throws {
        var random: UInt64 = 3
        func next(_ limit: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % limit
        }
        let sent = (0..<200).map { index in
            String(repeating: "x", count: next(10) == 0 ? next(30_000) : next(50)) + "\(index)"
        }
        var rest = Array((sent.joined(separator: "\n") + "\n").utf8)[...]
        var framer = LineFramer()
        var received: [String] = []
        while !rest.isEmpty {
            let count = framer.fill { space in
                let count = min(1 + next(space.count), rest.count)
                UnsafeMutableRawBufferPointer(rebasing: space[..<count]).copyBytes(from: rest.prefix(count))
                return count
            }
            rest = rest.dropFirst(count)
            while next(3) > 0, let line = try framer.nextLine() {
                received.append(framer.withBytes(of: line) { String(decoding: $0, as: UTF8.self) })
            }
        }
        while let line = try framer.nextLine() {
            received.append(framer.withBytes(of: line) { String(decoding: $0, as: UTF8.self) })
        }
        #expect(received == sent)
    }

    @Test(arguments: ["\n", "\r\n"])
    func aLineAtTheLimitPassesAndOneByteMoreDoesNot(end: String) throws {
        let line = String(repeating: "a", count: 10)
        #expect(try Self.lines([Array((line + end).utf8)], limit: 10) == [line])
        #expect(throws: LineTooLong.self) { try Self.lines([Array(("a" + line + end).utf8)], limit: 10) }
    }

    @Test func aLineThatIsTooLongIsSeenBeforeItEnds() throws {
        var framer = LineFramer(limit: 10)
        func add(_ text: String) { Array(text.utf8).withUnsafeBytes { framer.append($0) } }
        add("ok\n0123456789")
        #expect(try framer.nextLine() != nil)
        #expect(try framer.nextLine() == nil)
        add("\r")
        #expect(try framer.nextLine() == nil)
        add("x")
        #expect(throws: LineTooLong.self) { try framer.nextLine() }
        add("\nok\n")
        #expect(throws: LineTooLong.self) { try framer.nextLine() }
    }

    @Test func anEndOfTheStreamOrAnErrorAddsNothing() throws {
        var framer = LineFramer()
        #expect(framer.fill { _ in -1 } == -1)
        #expect(framer.fill { _ in 0 } == 0)
        #expect(try framer.nextLine() == nil)
        #expect(try framer.lastLine() == nil)
    }
}
