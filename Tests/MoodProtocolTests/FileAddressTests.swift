import Testing

@testable import MoodProtocol

@Suite struct FileAddressTests {
    @Test(
        arguments: [
            (Array("/Music/é 100% #1?.mp3".utf8), "/Music/é 100% #1?.mp3"), (Array("/a\nb".utf8), "file:///a%0Ab"),
            (Array("/a\u{7F}".utf8), "file:///a%7F"), (Array("/\u{85}é".utf8), "file:///%C2%85%C3%A9"),
            (Array("/\u{A0}".utf8), "/\u{A0}"), ([0x2F, 0xE9, 0x20, 0x41], "file:///%E9%20A"),
            ([0x2F, 0xED, 0xA0, 0x80], "file:///%ED%A0%80"), (Array("/a%\u{1}".utf8), "file:///a%25%01"),
            (Array("/a.b-c_d~e/f\t".utf8), "file:///a.b-c_d~e/f%09"), ([0x2F], "/"),
        ] as [([UInt8], String)])
    func aPathTravelsAsItIsOrEncoded(path: [UInt8], uri: String) {
        #expect(FileAddress.uri(ofPath: path) == uri)
        #expect(FileAddress.path(ofURI: uri) == path)
        #expect(FileAddress.normalized(uri) == uri)
    }

    @Test func anyBytesOfAPathComeBack() {
        for byte in UInt8(1)...255 {
            let path: [UInt8] = [0x2F, 0x61, byte, 0x62]
            let uri = FileAddress.uri(ofPath: path)
            #expect(FileAddress.path(ofURI: uri) == path)
            #expect(!uri.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }

    @Test(arguments: [
        ("file:///a%20b", "/a b"), ("file://localhost/a", "/a"), ("FILE:///a", "/a"), ("file:/a", "/a"),
        ("File://LocalHost/%2e%2E/x", "/../x"), ("file:///100%", "/100%"), ("file:///%zz%4", "/%zz%4"),
        ("file:///é", "/é"),
        ("/a", "/a"), ("//a", "//a"), ("file:///a?b#c", "/a?b#c"),
    ])
    func anAddressOfAFileIsItsPath(uri: String, path: String) {
        #expect(FileAddress.path(ofURI: uri).map { String(decoding: $0, as: UTF8.self) } == path)
        #expect(FileAddress.normalized(uri) == path)
    }

    @Test(arguments: [
        "", "a", "./a", "http://x/a", "https://x", "file://host/a", "file:a", "file://", "file:", "file:///a%00",
        "/a\0b",
        "files:///a", "FILE\u{1A}///a",
    ])
    func anythingElseIsNoPath(uri: String) {
        #expect(FileAddress.path(ofURI: uri) == nil)
        #expect(FileAddress.normalized(uri) == uri)
    }
}
