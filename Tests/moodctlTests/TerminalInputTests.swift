import Testing

@testable import moodctl

@Suite struct TerminalInputTests {
    static let table: [(String, [TerminalEvent])] = [
        ("q", [.key(.character("q"))]), (" ", [.key(.character(" "))]),
        ("é日", [.key(.character("é")), .key(.character("日"))]),
        ("\u{3}\u{1A}", [.key(.control("c")), .key(.control("z"))]),
        ("\r\t\u{7F}", [.key(.enter), .key(.tab), .key(.backspace)]),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.key(.up), .key(.down), .key(.right), .key(.left)]),
        ("\u{1B}OA\u{1B}OH", [.key(.up), .key(.home)]), ("\u{1B}[1;2C\u{1B}[1;5D", [.key(.shiftRight), .key(.left)]),
        ("\u{1B}[5~\u{1B}[6~\u{1B}[3~", [.key(.pageUp), .key(.pageDown), .key(.delete)]),
        ("\u{1B}[<0;10;5M", [.mouse(Mouse(action: .press, position: Position(column: 9, row: 4)))]),
        ("\u{1B}[<0;10;5m", [.mouse(Mouse(action: .release, position: Position(column: 9, row: 4)))]),
        ("\u{1B}[<36;1;1M", [.mouse(Mouse(action: .drag, position: Position(column: 0, row: 0)))]),
        ("\u{1B}[<64;2;3M", [.mouse(Mouse(action: .wheelUp, position: Position(column: 1, row: 2)))]),
        ("\u{1B}[<2;1;1M\u{1B}[<0;0;1M\u{1B}[<0;1M", []),
        ("\u{1B}[200~q\u{1B}[Aß\u{1B}[201~n", [.paste("q [Aß"), .key(.character("n"))]),
        ("\u{1B}[999;999;999zx", [.key(.character("x"))]), ("\u{1B}xn", [.key(.character("n"))]),
        ("\u{1B}[99999999999999999999999~\u{0}n", [.key(.character("n"))]),
    ]

    @Test(arguments: table) func bytesAreKeysAndMouse(text: String, events: [TerminalEvent]) {
        var input = TerminalInput()
        #expect(input.take(text.utf8) == events)
        #expect(!input.isUndecided)
    }

    @Test(arguments: table) func itDoesNotMatterHowTheyArrive(text: String, events: [TerminalEvent]) {
        var input = TerminalInput()
        #expect(text.utf8.flatMap { input.take([$0]) } == events)
    }

    @Test func anEscapeAloneIsAKeyOnceNothingFollows() {
        var input = TerminalInput()
        #expect(input.take([0x1B]).isEmpty)
        #expect(input.isUndecided)
        #expect(input.settle() == [.key(.escape)])
        #expect(input.take("n".utf8) == [.key(.character("n"))])
        #expect(input.take("\u{1B}[1;".utf8).isEmpty)
        #expect(input.settle().isEmpty)
        #expect(input.take("n".utf8) == [.key(.character("n"))])
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>) func nothingThatArrivesHarms(seed: UInt64) {
        var random = Seeded(seed)
        var input = TerminalInput()
        for _ in 0..<300 {
            let bytes: [UInt8] = [
                0x1B, 0x5B, 0x3C, 0x3B, 0x7E, 0x4D, 0x31, 0xE2, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random),
            ]
            _ = input.take((0..<4).map { _ in bytes.randomElement(using: &random)! })
        }
        _ = input.settle()
        _ = input.take("\u{1B}[201~".utf8)
        #expect(input.take("n".utf8).last == .key(.character("n")))
    }
}
