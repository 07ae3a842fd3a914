import Media
import Testing

@testable import Moods

@Suite struct AudioHashTests {
    private static func audio(_ count: Int, seed: UInt8 = 1) -> [UInt8] {
        [0xFF, 0xFB, 0x90, 0x00] + (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) &+ seed }
    }

    private static func id3v2(_ size: Int) -> [UInt8] {
        Array("ID3".utf8) + [4, 0, 0, 0, 0, UInt8(size >> 7), UInt8(size & 0x7F)] + [UInt8](repeating: 0, count: size)
    }

    private static let id3v1 = Array("TAG".utf8) + [UInt8](repeating: 65, count: 125)

    private func hash(_ bytes: [UInt8]) -> UInt64? { AudioHash.of(RandomAccess(bytes)) }

    @Test("tags in front and behind change nothing", arguments: [100, 5_000, 100_000])
    func tags(count: Int) {
        let audio = Self.audio(count)
        let bare = hash(audio)
        #expect(bare != nil)
        for file in [
            Self.id3v2(50) + audio, Self.id3v2(9_000) + audio, audio + Self.id3v1, Self.id3v2(300) + audio + Self.id3v1,
        ] {
            #expect(hash(file) == bare)
        }
    }

    @Test("another recording has another hash, also one that differs in its middle or its length alone")
    func difference() {
        let audio = Self.audio(100_000)
        var middle = audio
        middle[audio.count / 2 + 100] ^= 1
        let all = [audio, middle, audio + [0], Self.audio(100_000, seed: 2), Array(audio.dropLast())].map(hash)
        #expect(Set(all).count == all.count)
    }

    @Test("the hash is the one that stands in the user's marks")
    func stability() { #expect(hash(Self.audio(5_000)) == 0xDEC2_5C99_E6D1_1742) }

    @Test("comments of another size renumber an Ogg file's pages, and change nothing")
    func ogg() {
        func page(_ number: UInt32, time: UInt64, first: Bool = false, _ body: [UInt8]) -> [UInt8] {
            var page = Array("OggS".utf8) + [0, first ? 2 : 0]
            withUnsafeBytes(of: time.littleEndian) { page += $0 }
            page += [1, 2, 3, 4]
            withUnsafeBytes(of: number.littleEndian) { page += $0 }
            withUnsafeBytes(of: (number &* 77_777).littleEndian) { page += $0 }
            return page + [UInt8(body.count / 255 + 1)] + [UInt8](repeating: 255, count: body.count / 255)
                + [UInt8(body.count % 255)] + body
        }
        func file(commentPages: UInt32) -> [UInt8] {
            var file = page(0, time: 0, first: true, Array("\u{01}vorbis".utf8) + [UInt8](repeating: 0, count: 23))
            for number in 0..<commentPages { file += page(1 + number, time: 0, [UInt8](repeating: 3, count: 1000)) }
            for number in 0..<60 as Range<UInt32> {
                let body = (0..<2000).map { UInt8(truncatingIfNeeded: $0 &* Int(number) &+ $0) }
                file += page(1 + commentPages + number, time: UInt64(number + 1) * 1024, body)
            }
            return file
        }
        #expect(hash(file(commentPages: 1)) != nil)
        #expect(hash(file(commentPages: 1)) == hash(file(commentPages: 5)))
    }

    @Test("what holds no audio has none")
    func nothing() {
        #expect(hash([]) == nil)
        #expect(hash(Self.id3v2(50)) == nil)
    }
}
