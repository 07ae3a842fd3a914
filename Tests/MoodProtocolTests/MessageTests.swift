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

    @Test(arguments: [
        "true", "1", #""a""#, "null", "{}", #"{"foo":"boo"}"#, #"{"jsonrpc":"2.0","id":null}"#,
        #"{"jsonrpc":"2.0","method":1,"params":"bar"}"#, #"{"method":"status"}"#, #"{"jsonrpc":2.0,"method":"status"}"#,
        #"{"jsonrpc":"1.0","method":"status"}"#, #"{"jsonrpc":"2.0","method":["status"]}"#, "[]",
    ])
    func whatIsNoRequestIsInvalid(line: String) {
        #expect(answer(line) == Self.invalid)
    }

    @Test func anInvalidRequestWithAnIDIsAnsweredToIt() {
        #expect(answer(#"{"jsonrpc":"2.0","id":7}"#) == Self.invalid.replacing("null", with: "7"))
    }

    @Test(arguments: [
        "{", "nonsense", #"{"jsonrpc":"2.0","id":1,"method":"status"} x"#,
        #"{"jsonrpc":"2.0","id":1,"method":"status""#,
        #"[{"jsonrpc":"2.0","id":1,"method":"status"},"#, #"[{"jsonrpc":"2.0","id":1,"method":"status"}] 1"#,
        "\u{FEFF}{}",
        #"[{"jsonrpc":"2.0","id":1,"method":"status"},{"jsonrpc":"2.0","id":2,"method"]"#,
    ])
    func whatIsNoJSONIsAParseErrorWhole(line: String) {
        #expect(answer(line) == Self.unreadable)
    }

    @Test(arguments: [[0xFF], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]])
    func whatIsNotUTF8IsAParseError(bytes: [UInt8]) {
        let line = Array(#"{"jsonrpc":"2.0","method":"status","id":""#.utf8) + bytes + Array("\"}".utf8)
        #expect(answer(line) == Self.unreadable)
    }

    @Test func nestingDeeperThanThirtyTwoIsInvalid() {
        func request(depth: Int) -> String {
            let open = String(repeating: "[", count: depth - 1), close = String(repeating: "]", count: depth - 1)
            return #"{"jsonrpc":"2.0","id":1,"method":"status","extra":\#(open + close)}"#
        }
        #expect(answer(request(depth: 32)) == #"{"jsonrpc":"2.0","id":1,"result":true}"#)
        #expect(answer(request(depth: 33)) == Self.invalid)
        #expect(answer("[\(request(depth: 32))]") == Self.invalid)
        #expect(answer("[\(request(depth: 31))]") == #"[{"jsonrpc":"2.0","id":1,"result":true}]"#)
        #expect(answer(String(repeating: "[", count: 1_000_000)) == Self.invalid)
    }

    @Test(arguments: [
        #"{"jsonrpc":"2.0","method":"status"}"#, #"{"jsonrpc":"2.0","method":"nothing"}"#,
        #"{"jsonrpc":"2.0","method":"seek","params":[]}"#, #"{"jsonrpc":"2.0","method":"seek","params":{"x":1}}"#,
    ])
    func aRequestWithoutIDGetsNoAnswerNotEvenAnError(line: String) {
        #expect(answer(line) == "")
    }

    @Test func anUnknownMethodIsNotFound() {
        let error = #"{"code":-32601,"message":"","data":{"reason":"methodNotFound"}}"#
        #expect(
            answer(#"{"jsonrpc":"2.0","id":"a","method":"nxt"}"#) == #"{"jsonrpc":"2.0","id":"a","error":\#(error)}"#)
    }

    @Test func ofAKeyThatComesTwiceTheLastWins() {
        #expect(
            answer(
                #"{"id":{},"method":7,"jsonrpc":"1","params":[],"jsonrpc":"2.0","id":1,"method":"status","params":{}}"#)
                == #"{"jsonrpc":"2.0","id":1,"result":true}"#)
    }

    @Test func aBatchIsAnsweredMemberByMemberInOrder() {
        let line =
            #"[{"jsonrpc":"2.0","id":2,"method":"next"},1,{"jsonrpc":"2.0","method":"stop"},{"jsonrpc":"2.0","id":"b","method":"stop"}]"#
        #expect(
            answer(line)
                == #"[{"jsonrpc":"2.0","id":2,"result":true},\#(Self.invalid),{"jsonrpc":"2.0","id":"b","result":true}]"#
        )
        #expect(answer("[1]") == "[\(Self.invalid)]")
    }

    @Test func aBatchHasAtMostAHundredMembers() {
        func batch(_ count: Int) -> String {
            "[" + Array(repeating: #"{"jsonrpc":"2.0","method":"stop"}"#, count: count).joined(separator: ",") + "]"
        }
        #expect(answer(batch(100)) == "[]")
        #expect(answer(batch(101)) == Self.invalid)
    }

    @Test func whateverArrivesIsAnsweredWithOneValidLine() throws {
        let lines = [
            #"{"jsonrpc":"2.0","id":"x\u00e9","method":"queue.add","params":{"items":["/a",{"uri":"/b","track":1}],"at":"next"}}"#,
            #"[{"jsonrpc":"2.0","id":1,"method":"seek","params":{"offset":-5.5}},{"jsonrpc":"2.0","id":null,"method":"é"}]"#,
        ].map { Array($0.utf8) }
        var random: UInt64 = 7
        func next(_ limit: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % limit
        }
        for _ in 0..<4_000 {
            var line = lines[next(2)]
            for _ in 0...next(3) { line[next(line.count)] = next(3) == 0 ? UInt8(next(256)) : line[next(line.count)] }
            let text = answer(line)
            #expect(!text.contains("\n"))
            if !text.isEmpty { #expect(throws: Never.self) { try JSONValue(parsing: text) } }
        }
    }
}
