import Media
import MoodProtocol
import Testing

/// The wire and the files' formats write paths as text by the same rules.
@Suite struct PathTextTests {
    @Test(arguments: [
        "/music/a b.mp3", "/music/\u{E9}.mp3", "/tab\t", "/c1\u{85}", "/delete\u{7F}", "/percent%20.mp3", "/", "//a",
        "/日本/歌",
    ])
    func bothRoomsWriteAPathAlike(path: String) {
        let bytes = Array(path.utf8)
        #expect(Location.uri(path: bytes) == FileAddress.uri(ofPath: bytes))
        #expect(Location.path(uri: Location.uri(path: bytes)) == bytes)
    }

    @Test func bothRoomsWriteBytesThatAreNoTextAlike() {
        for bytes in [
            [0x2F, 0xFF, 0xFE], [0x2F, 0x61, 0xC3], [0x2F, 0xED, 0xA0, 0x80], Array("/a\n%".utf8) + [0x80],
        ] as [[UInt8]] {
            #expect(Location.uri(path: bytes) == FileAddress.uri(ofPath: bytes))
            #expect(FileAddress.path(ofURI: Location.uri(path: bytes)) == bytes)
            #expect(Location.path(uri: FileAddress.uri(ofPath: bytes)) == bytes)
        }
    }

    @Test(arguments: [
        "file:///a%20b", "FILE:///a", "file://localhost/a", "file:/a", "file:///100%", "file:///a?b#c", "file://host/a",
        "a/b", "",
        "http://x/a",
    ])
    func bothRoomsReadATextAlike(text: String) {
        #expect(Location.path(uri: text) == FileAddress.path(ofURI: text))
    }
}
