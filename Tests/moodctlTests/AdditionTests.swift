import MoodProtocol
import Testing

@testable import moodctl

@Suite struct AdditionTests {
    private let absolute = AbsolutePath(logical: Array("/home/me/Music".utf8), physical: Array("/mnt/nas/Music".utf8))

    @Test(arguments: [
        ("a.mp3", "/home/me/Music/a.mp3"), ("./21", "/home/me/Music/21"), ("/x/../y", "/x/../y"),
        (".", "/home/me/Music"),
        ("..", "/mnt/nas"), ("../b//c/", "/mnt/nas/b/c"), ("a/../b", "/home/me/Music/a/../b"), ("../../../../..", "/"),
    ])
    func pathsAreMadeAbsoluteWithoutResolvingLinks(path: String, result: String) {
        #expect(String(decoding: absolute(Array(path.utf8)), as: UTF8.self) == result)
    }

    @Test func addressesStayAndOtherBytesAreEncoded() throws {
        let words: [Argument] = [
            "https://radio.example/a b", "HTTP://x/", "file:///a%20b",
            Argument(bytes: Array("/m/".utf8) + [0xE9, 0x2E]),
            "/m/line\nbreak", "/m/Rós",
        ]
        #expect(
            try QueueAddition.items(words) == [
                "https://radio.example/a b", "HTTP://x/", "file:///a%20b", "file:///m/%E9.", "file:///m/line%0Abreak",
                "/m/Rós",
            ])
    }

    @Test func requestsAreBounded() {
        let items = (0..<3000).map { "/music/\"\($0)\"" + String(repeating: "x", count: 1000) }
        let chunks = QueueAddition.chunks(items)
        #expect(chunks.count > 1)
        #expect(chunks.flatMap { Array($0) } == Array(items.indices))
        for chunk in chunks {
            #expect(items[chunk].reduce(0) { $0 + $1.utf8.count + 5 } <= QueueAddition.limit)
        }
    }

    @Test func firstFieldsAreRead() {
        let words = InputWords.words(in: Array("3\tName\n\n/a b\r\nid:7\tx\ty".utf8), separatedByNull: false)
        #expect(words == ["3", "/a b", "id:7"])
        #expect(InputWords.words(in: Array("a\tb\nc\0d\0".utf8), separatedByNull: true) == ["a\tb\nc", "d"])
    }

    @Test func tenSkippedItemsAreNamed() throws {
        var outcome = AdditionOutcome()
        for _ in 0..<2 {
            var result = AddResult(added: 1, skippedCount: 125)
            result.skipped = (0..<100).map { .init(item: "/m/\($0)", reason: "no such\nfile") }
            try outcome.add(answer(result))
        }
        let told = AdditionOutcome.lines(outcome.result.skipped, count: outcome.result.skippedCount) {
            $0 == "/m/0" ? "zero" : $0
        }
        let lines = told.split(separator: "\n")
        #expect(lines.count == 11)
        #expect(lines.first == "zero: no such file")
        #expect(lines.last == "and 240 more")
        #expect(outcome.result.added == 2)
    }
}
