import MoodProtocol
import Testing

@testable import moodctl

@Suite struct WatchScreenTests {
    private static let words = [
        "Harbour", "千本桜", "e\u{301}te\u{301}", "👨‍👩‍👧", "❤️", "\u{1B}[2J", "한글", "…", "⠶⠤", " ", "x", "\u{200B}\u{202E}",
        "\u{301}",
    ]

    @Test(arguments: 1...60 as ClosedRange<UInt64>) func theBytesMakeTheTerminalShowTheScreen(seed: UInt64) {
        var random = Seeded(seed)
        let (width, height) = (Int.random(in: 1...30, using: &random), Int.random(in: 1...6, using: &random))
        var terminal = TinyTerminal(width: width, height: height)
        var shown: Screen?
        var screen = Screen(width: width, height: height)
        for _ in 0..<20 {
            if Bool.random(using: &random) { screen = Screen(width: width, height: height) }
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let area = Area(
                    column: Int.random(in: -3...width, using: &random),
                    row: Int.random(in: -1...height, using: &random),
                    width: Int.random(in: 0...20, using: &random), height: 1)
                let text = (0..<4).map { _ in Self.words.randomElement(using: &random)! }.joined()
                let style = [Style.plain, .quiet, .bold, Style(background: .rgb(1, 2, 3), isInverse: true)]
                screen.write(
                    text, in: area, style.randomElement(using: &random)!,
                    [.left, .center, .right].randomElement(using: &random)!)
            }
            terminal.feed(ScreenDifference(hasColors: true).bytes(from: shown, to: screen))
            #expect(terminal.screen == screen)
            shown = screen
        }
    }

    @Test func whatDidNotChangeIsNotDrawnAgain() {
        var old = Screen(width: 20, height: 3)
        old.write("1:05    千本桜", in: old.area)
        #expect(ScreenDifference(hasColors: true).bytes(from: old, to: old).isEmpty)
        var new = old
        new.write("1:06", in: new.area)
        let bytes = String(decoding: ScreenDifference(hasColors: true).bytes(from: old, to: new), as: UTF8.self)
        #expect(bytes == "\u{1B}[?2026h\u{1B}[1;4H\u{1B}[0m6\u{1B}[0m\u{1B}[?2026l")
    }

    @Test func withoutColorsThereAreNone() {
        var screen = Screen(width: 20, height: 1)
        screen.write("lit", in: screen.area, Style(foreground: .palette(72), background: .rgb(9, 9, 9), isBold: true))
        var terminal = TinyTerminal(width: 20, height: 1)
        terminal.feed(ScreenDifference(hasColors: false).bytes(from: nil, to: screen))
        #expect(terminal.screen.cell(0, 0).style == .bold)
    }

    @Test func aCoverIsReadWithItsColorsAndNothingElse() {
        let printed =
            "\u{1B}[?25l\u{1B}[0m\u{1B}[38;2;1;2;3;48;5;7m▄\u{1B}[7m▀\u{1B}[0m\u{1B}]0;title\u{7}\nx\u{1B}[31mtoo wide"
        let cover = CoverPicture(.init(path: "/c.png", width: 3, height: 2), printed: Array(printed.utf8))
        let style = Style(foreground: .rgb(1, 2, 3), background: .palette(7))
        var inverse = style
        inverse.isInverse = true
        #expect(cover.lines.count == 2)
        #expect(cover.lines[0].prefix(2) == [Cell(text: "▄", style: style), Cell(text: "▀", style: inverse)])
        #expect(cover.lines.allSatisfy { $0.count <= 3 && $0.allSatisfy { $0.text.utf8.first != 0x1B } })
    }

    @Test(arguments: [
        ("a line to wrap", 6, ["a line", "to", "wrap"]), ("unbreakable", 4, ["unbr", "eaka", "ble"]),
        ("長い長い題名", 5, ["長い", "長い", "題名"]), ("", 5, [""]), ("two  words", 5, ["two", "words"]),
    ])
    func longLinesAreWrapped(text: String, columns: Int, lines: [String]) {
        #expect(Text.wrapped(text, to: columns) == lines)
    }

    @Test(arguments: [
        (0.0, 1.0, "⠤⠤⠤⠤", 0), (0.5, 1.0, "⠶⠶⠤⠤", 2), (0.625, 1.0, "⠶⠶⠦⠤", 3), (1.0, 1.0, "⠶⠶⠶⠶", 4),
        (0.25, 0.5, "⠶⠤⠀⠀", 1), (7.0, -1.0, "⠶⠶⠶⠶", 4),
    ])
    func theBarHasTwoStepsAColumn(fraction: Double, available: Double, text: String, done: Int) {
        let bar = ProgressBar(fraction: fraction, available: available).characters(4)
        #expect(bar.text.joined() == text)
        #expect(bar.done == done)
    }
}

/// Random numbers that are the same in each run.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
