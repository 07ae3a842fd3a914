import Network
import Testing

@Suite("The start of an answer")
struct HeadTests {
    @Test(
        "the time to wait is a number of seconds, an hour at most, whatever the server writes there",
        arguments: [
            ("77", 77), ("1.5", 1.5), ("0", 0), ("-3", 0), ("99999", 3600), ("inf", 3600), ("-inf", 0), ("nan", nil),
            ("Wed, 21 Oct 2026 07:28:00 GMT", nil), ("", nil),
        ] as [(String, Double?)])
    func retryAfter(text: String, seconds: Double?) {
        let head = HTTPHead(status: 429, fields: ["retry-after": text], url: "http://h/")
        #expect(head.retryAfter == seconds)
    }
}
