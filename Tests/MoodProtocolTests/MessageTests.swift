import JSON
import Testing

@testable import MoodProtocol

/// What a line is answered with by a daemon whose every method succeeds with `true`.
func answer(_ line: String) -> String {
    answer(Array(line.utf8))
}

func answer(_ line: [UInt8]) -> String {
    var writer = JSONWriter()
    switch line.withUnsafeBytes({ Message($0) }) {
    case .single(let call): write(call, to: &writer)
    case .batch(let calls):
        writer.beginArray()
        for call in calls { write(call, to: &writer) }
        writer.endArray()
    }
    return String(decoding: writer.bytes, as: UTF8.self)
}

private func write(_ call: Call, to writer: inout JSONWriter) {
    switch call {
    case .request(let request):
        guard let id = request.id else { return }
        writer.beginResponse(id)
        writer.value(true)
        writer.endResponse()
    case .refused(let id?, let error): writer.response(id, RPCError(error.reason!, "", parameter: error.parameter))
    case .refused: break
    }
}

@Suite struct MessageTests {
    static let invalid =
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"","data":{"reason":"invalidRequest"}}}"#
    static let unreadable =
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"","data":{"reason":"parseError"}}}"#

    @Test(arguments: [
        "1", "0", "-1", "-0", "1.0", "1e2", "123456789012345678901234567890", "null", #""a""#, #""""#, #""\u0041\/""#,
        #""\ud800""#, #""é😀""#,
    ])
    func anIDIsEchoedAsItWasWritten(id: String) {
        #expect(
            answer(#"{"jsonrpc":"2.0","id":\#(id),"method":"status"}"#)
                == #"{"jsonrpc":"2.0","id":\#(id),"result":true}"#)
    }

    @Test(arguments: ["true", "false", "[]", "{}", "[1]"])
    func anyOtherIDIsInvalid(id: String) {
        #expect(answer(#"{"jsonrpc":"2.0","id":\#(id),"method":"status"}"#) == Self.invalid)
    }
}
