import Network
import Testing

@Suite("The host of an address, for messages")
struct HostTests {
    @Test(
        "is what people know of it, without name and password",
        arguments: [
            ("http://radio.example/a/b.mp3", "radio.example"),
            ("https://radio.example:8443?x=/y", "radio.example:8443"),
            ("http://me:secret@radio.example/", "radio.example"), ("http://me@there@radio.example#x", "radio.example"),
            ("http://[::1]:8000/live", "[::1]:8000"), ("http:///a", ""), ("http://me@/a", ""),
            ("HTTP://Bücher.example", "Bücher.example"), ("a:b://c/d", "c"), ("no address", "no address"),
            ("a:b", "a:b"),
        ])
    func names(address: String, host: String) {
        #expect(Network.host(of: address) == host)
    }
}
