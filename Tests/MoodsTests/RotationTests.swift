import Playback
import Testing

@testable import Moods

@Suite struct RotationTests {
    @Test(
        "draws what was not heard yet first, each once, and then what was heard the longest time ago", arguments: 1..<20
    )
    func freshFirst(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var rotation = Rotation()
        let keys = (0..<UInt64.random(in: 1...40, using: &generator)).map { $0 * 7 }
        let count = Int.random(in: 1...12, using: &generator)
        var heard: [UInt64] = []
        for _ in 0..<20 {
            let drawn = rotation.draw(count, from: keys, using: &generator).map { keys[$0] }
            #expect(drawn.count == min(count, keys.count) && Set(drawn).count == drawn.count)
            let fresh = keys.filter { !heard.contains($0) }
            #expect(drawn.count(where: fresh.contains) == min(count, fresh.count))
            if fresh.isEmpty {
                // Nobody else was heard longer ago than those that were drawn.
                let last = { (key: UInt64) in heard.lastIndex(of: key) ?? -1 }
                let newest = drawn.map(last).max() ?? 0
                #expect(keys.allSatisfy { drawn.contains($0) || last($0) >= newest })
            }
            if drawn.count > 1 { #expect(drawn.first != heard.last) }
            heard += drawn
        }
    }

    @Test("the same recording twice in the library is drawn once")
    func duplicates() {
        var generator = SplitMix64(seed: 1)
        var rotation = Rotation()
        #expect(rotation.draw(10, from: [5, 5, 5, 9], using: &generator).sorted() == [0, 3])
    }
}
