import Testing

@testable import Files

@Suite struct NaturalOrderTests {
    @Test(
        "names stand as people number them",
        arguments: [
            ["1.mp3", "2.mp3", "10.mp3"],
            ["01 a", "1 b", "2 a", "010"],
            ["a", "A", "b", "B"].sorted { NaturalOrder.precedes(Array($0.utf8), Array($1.utf8)) },
            ["CD 1", "CD 2", "CD 10"],
            ["track", "track 1"],
            ["99999999999999999999999998", "99999999999999999999999999", "100000000000000000000000000"],
            ["", "0", "00", "1"],
            ["z", "é"],
        ])
    func order(_ names: [String]) {
        for (index, left) in names.enumerated() {
            for right in names[(index + 1)...] {
                #expect(NaturalOrder.precedes(Array(left.utf8), Array(right.utf8)), "\(left) before \(right)")
                #expect(!NaturalOrder.precedes(Array(right.utf8), Array(left.utf8)), "\(right) after \(left)")
            }
        }
    }

    @Test("the order is total, so that sorting never depends on the order before")
    func total() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("01aAb. \u{E9}".utf8)
        let names = (0..<300).map { _ in
            (0..<Int.random(in: 0...6, using: &generator)).map { _ in alphabet.randomElement(using: &generator)! }
        }
        let sorted = names.sorted(by: NaturalOrder.precedes)
        #expect(sorted == names.shuffled().sorted(by: NaturalOrder.precedes))
        for (left, right) in zip(sorted, sorted.dropFirst()) {
            #expect(!NaturalOrder.precedes(right, left))
            #expect(NaturalOrder.precedes(left, right) || left == right)
        }
    }
}
