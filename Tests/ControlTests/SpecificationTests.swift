import JSON
import Testing

/// The examples of section 7 of the JSON-RPC 2.0 specification, with methods of this interface, and its error codes.
@Suite struct SpecificationTests {
    @Test(arguments: [
        // A call by name, and its order of members doesn't matter.
        (
            #"{"jsonrpc":"2.0","method":"volume","params":{"level":23},"id":3}"#,
            #"{"jsonrpc":"2.0","id":3,"result":{"level":23}}"#
        ),
        (
            #"{"id":4,"params":{"level":42},"method":"volume","jsonrpc":"2.0"}"#,
            #"{"jsonrpc":"2.0","id":4,"result":{"level":42}}"#
        ),
        // Ids come back as they were written.
        (#"{"jsonrpc":"2.0","method":"status","id":"1"}"#, #"{"jsonrpc":"2.0","id":"1","result":"ok"}"#),
        (#"{"jsonrpc":"2.0","method":"status","id":1.50e1}"#, #"{"jsonrpc":"2.0","id":1.50e1,"result":"ok"}"#),
        (#"{"jsonrpc":"2.0","method":"status","id":null}"#, #"{"jsonrpc":"2.0","id":null,"result":"ok"}"#),
        (#"{"jsonrpc":"2.0","method":"status","id":"\u00e9"}"#, #"{"jsonrpc":"2.0","id":"\u00e9","result":"ok"}"#),
        (#"{"jsonrpc":"2.0","method":"status","id":7,"params":{}}"#, #"{"jsonrpc":"2.0","id":7,"result":"ok"}"#),
    ])
    func `a request is answered`(request: String, answer: String) async throws {
        try await Fixture.run { #expect($0.client().call(request) == answer) }
    }

    @Test(arguments: [
        (#"{"jsonrpc":"2.0","method":"foobar","id":"1"}"#, -32601, #""1""#),
        (#"{"jsonrpc":"2.0","method":"next","id":1}"#, -32601, "1"),
        (#"{"jsonrpc":"2.0","method":"foobar,"params":"bar","baz]"#, -32700, "null"),
        (#"{"jsonrpc":"2.0","method":1,"params":"bar"}"#, -32600, "null"),
        (#"{"method":"status","id":1}"#, -32600, "1"),
        (#"{"jsonrpc":"1.0","method":"status","id":1}"#, -32600, "1"),
        (#"{"jsonrpc":"2.0","method":"status","id":[1]}"#, -32600, "null"),
        (#"{"jsonrpc":"2.0","method":"status","id":true}"#, -32600, "null"),
        (#"{"jsonrpc":"2.0","method":"status","id":{}}"#, -32600, "null"),
        (#"{"jsonrpc":"2.0","method":"status","id":1,"params":null}"#, -32602, "1"),
        (#"{"jsonrpc":"2.0","method":"volume","id":1,"params":[40]}"#, -32602, "1"),
        (#"{"jsonrpc":"2.0","method":"volume","id":1,"params":{"level":99}}"#, -32005, "1"),
        ("[1,2", -32700, "null"),
        ("[]", -32600, "null"),
        ("1", -32600, "null"),
        (#""status""#, -32600, "null"),
        ("nonsense", -32700, "null"),
        (String(repeating: "[", count: 100), -32600, "null"),
        (
            "[" + Array(repeating: #"{"jsonrpc":"2.0","method":"status","id":1}"#, count: 101).joined(separator: ",")
                + "]", -32600, "null"
        ),
    ])
    func `a faulty request is refused with its code and id`(request: String, code: Int, id: String) async throws {
        try await Fixture.run { fixture in
            let client = fixture.client()
            let answer = try #require(client.call(request))
            #expect(answer.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"error":{"code":\#(code),"#))
            let message = try JSONValue(parsing: answer)["error"]?["message"]?.string
            #expect(message?.isEmpty == false)
            // The connection goes on.
            #expect(
                client.call(#"{"jsonrpc":"2.0","method":"status","id":0}"#)
                    == #"{"jsonrpc":"2.0","id":0,"result":"ok"}"#)
        }
    }

    @Test(arguments: [(#"{"level":"loud"}"#, "level"), (#"{"level":101}"#, "level"), (#"{"speed":1}"#, "speed")])
    func `a parameter at fault is named`(parameters: String, name: String) async throws {
        try await Fixture.run { fixture in
            let answer = fixture.client().call(#"{"jsonrpc":"2.0","method":"volume","id":1,"params":\#(parameters)}"#)
            let error = try JSONValue(parsing: try #require(answer))["error"]
            #expect(error?["code"]?.integer == -32602)
            #expect(error?["data"]?["reason"]?.string == "invalidParams")
            #expect(error?["data"]?["parameter"]?.string == name)
        }
    }

    @Test(arguments: [
        (
            #"[{"jsonrpc":"2.0","method":"volume","params":{"level":1},"id":"1"},{"jsonrpc":"2.0","method":"volume","params":{"level":2}},"#
                + #"{"jsonrpc":"2.0","method":"volume","id":"2"},{"jsonrpc":"2.0","method":"status","id":null}]"#,
            #"[{"jsonrpc":"2.0","id":"1","result":{"level":1}},{"jsonrpc":"2.0","id":"2","result":{"level":2}},{"jsonrpc":"2.0","id":null,"result":"ok"}]"#
        ),
        (
            #"[{"jsonrpc":"2.0","method":"volume","params":{"level":99},"id":1},{"jsonrpc":"2.0","method":"status","id":2}]"#,
            #"[{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"too loud","data":{"reason":"outputUnavailable"}}},"#
                + #"{"jsonrpc":"2.0","id":2,"result":"ok"}]"#
        ),
    ])
    func `a batch is carried out in order and answered in one array`(request: String, answer: String) async throws {
        try await Fixture.run { #expect($0.client().call(request) == answer) }
    }

    @Test func `an invalid batch of three gives three errors`() async throws {
        try await Fixture.run { fixture in
            let answer = try JSONValue(parsing: try #require(fixture.client().call("[1,2,3]")))
            #expect(answer.array?.map { $0["error"]?["code"]?.integer } == [-32600, -32600, -32600])
        }
    }

    @Test(arguments: [
        #"{"jsonrpc":"2.0","method":"volume","params":{"level":7}}"#,
        #"{"jsonrpc":"2.0","method":"foobar"}"#,
        #"{"jsonrpc":"2.0","method":"volume","params":{"level":99}}"#,
        #"{"jsonrpc":"2.0","method":"volume","params":"bar"}"#,
        #"[{"jsonrpc":"2.0","method":"status"},{"jsonrpc":"2.0","method":"volume"}]"#,
        "", "\r", "   ",
    ])
    func `what has no id gets no answer, not even an error`(request: String) async throws {
        try await Fixture.run { fixture in
            let client = fixture.client()
            client.send(request + "\n")
            #expect(
                client.call(#"{"jsonrpc":"2.0","method":"status","id":0}"#)
                    == #"{"jsonrpc":"2.0","id":0,"result":"ok"}"#)
        }
    }

    @Test func `the interface describes itself from the table that dispatches`() async throws {
        try await Fixture.run { fixture in
            let answer = try #require(fixture.client().call(#"{"jsonrpc":"2.0","method":"rpc.discover","id":1}"#))
            let document = try JSONValue(parsing: answer)["result"]
            #expect(document?["openrpc"]?.string != nil)
            #expect(document?["methods"]?.array?.contains { $0["name"]?.string == "queue.add" } == true)
            #expect(document?["x-events"] != nil)
        }
    }
}
