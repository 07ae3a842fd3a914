import Testing

@testable import Network

@Suite struct RingBufferTests {
    @Test func itIsAQueueOfBytesAroundTheSeam() {
        var ring = RingBuffer(capacity: 10)
        var written: UInt8 = 0
        var read: UInt8 = 0
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let chunk = (0..<Int.random(in: 0...6, using: &generator)).map { written &+ UInt8($0) }
            let fits = chunk.count <= ring.free
            #expect(chunk.withUnsafeBytes { ring.append($0) } == fits)
            if fits { written &+= UInt8(chunk.count) }
            var target = [UInt8](repeating: 0, count: Int.random(in: 0...6, using: &generator))
            let count = target.withUnsafeMutableBytes { ring.read(into: $0) }
            for byte in target[..<count] {
                #expect(byte == read)
                read &+= 1
            }
        }
    }
}
