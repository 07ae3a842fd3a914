import JSON
import Testing

@testable import MoodProtocol

@Suite struct MethodTests {
    @Test func everyMethodOfTheInterfaceIsKnownByItsName() {
        let names = """
            play pause toggle stop next previous random seek volume mute modes sleep status queue.list queue.add \
            queue.remove queue.move queue.clear queue.shuffle queue.sort queue.undo playlist.list playlist.get \
            playlist.save playlist.load playlist.remove library.search library.update mood.set mood.list mood.rate \
            mood.scan lyrics artwork events.subscribe events.unsubscribe server.info server.reload server.quit \
            rpc.discover
            """.split(separator: " ").map(String.init)
        #expect(Method.allCases.map(\.name.description) == names)
        #expect(names.compactMap(Method.init(name:)) == Method.allCases)
        #expect(["", "nex", "nextt", "Next", "queue", "event.player"].compactMap(Method.init(name:)).isEmpty)
    }

    @Test func whatWaitsForItsWorkIsNotAnsweredAtOnce() {
        let waiting = Method.allCases.filter { !$0.isAnsweredAtOnce }.map(\.name.description)
        #expect(
            waiting == [
                "queue.add", "playlist.load", "library.search", "library.update", "mood.set", "mood.list", "mood.rate",
                "mood.scan", "lyrics", "artwork",
            ])
    }

    @Test func everyAlternativeIsAParameterOfItsMethod() {
        for method in Method.allCases {
            let names = Set(method.signature.parameters.map(\.name))
            #expect(names.count == method.signature.parameters.count)
            #expect(method.signature.alternatives.joined().allSatisfy(names.contains))
        }
    }

    @Test func theInterfaceDescribesItselfWhole() throws {
        var writer = JSONWriter()
        OpenRPC.write(to: &writer)
        let document = try JSONValue(parsing: writer.bytes)
        #expect(document["openrpc"]?.string?.hasPrefix("1.") == true)
        #expect(document["info"]?["version"]?.string == "1.0")
        let methods = try #require(document["methods"]?.array)
        #expect(methods.compactMap { $0["name"]?.string } == Method.allCases.map(\.name.description))
        for method in methods {
            #expect(method["result"]?["name"]?.string != nil && method["result"]?["schema"] != nil)
            for parameter in try #require(method["params"]?.array) {
                #expect(parameter["name"]?.string != nil && parameter["schema"]?.object != nil)
            }
        }
        let events = try #require(document["x-events"]?.array)
        #expect(events.compactMap { $0["topic"]?.string } == Topic.allCases.map(\.name.description))
        #expect(events.filter { $0["occurrence"] == true }.compactMap { $0["topic"]?.string } == ["played", "error"])
    }
}

@Suite struct TopicTests {
    @Test func aTopicHasANameAnEventAndABitOfItsOwn() {
        #expect(Topic.allCases.compactMap { Topic(name: $0.name.description) } == Topic.allCases)
        #expect(Topic.allCases.allSatisfy { $0.method.description == "event." + $0.name.description })
        #expect(Topic(name: "event.player") == nil)
        #expect(Topic.allCases.allSatisfy(Topics.all.contains))
        #expect(Topic.allCases.reduce(into: Topics()) { $0.insert(Topics($1)) } == .all)
        #expect(!Topics(.queue).contains(.player))
    }
}

@Suite struct RPCErrorTests {
    @Test(arguments: [
        (-32700, "parseError"), (-32600, "invalidRequest"), (-32601, "methodNotFound"), (-32602, "invalidParams"),
        (-32603, "internalError"), (-32001, "nothingPlaying"), (-32002, "noSuchEntry"), (-32003, "notSeekable"),
        (-32004, "unplayable"), (-32005, "outputUnavailable"), (-32006, "sourceUnavailable"), (-32007, "noMusic"),
        (-32008, "notFound"), (-32009, "limitReached"), (-32010, "scanFailed"), (-32011, "notSupported"),
        (-32012, "alreadyExists"),
    ])
    func everyErrorHasItsCodeAndItsWord(code: Int, word: String) throws {
        let reason = try #require(RPCError.Reason(rawValue: code))
        let error = RPCError(reason, "what to do", parameter: code == -32602 ? "at" : nil)
        #expect(error.reasonWord == word)
        var writer = JSONWriter()
        error.write(to: &writer)
        let value = try JSONValue(parsing: writer.bytes)
        #expect(value["code"]?.integer == code && value["data"]?["reason"]?.string == word)
        #expect(value["data"]?["parameter"]?.string == error.parameter)
        let read = try JSONReader.read(writer.bytes) { reader throws(JSONError) in try RPCError(reading: &reader) }
        #expect(read == error)
    }

    @Test func aNewerDaemonsErrorIsReadToo() throws {
        let text = #"{"code":-32099,"message":"m","data":null,"more":[1]}"#
        let error = try JSONReader.read(Array(text.utf8)) { reader throws(JSONError) in try RPCError(reading: &reader) }
        #expect(error.code == -32099 && error.reason == nil && error.reasonWord == nil && error.message == "m")
    }

    @Test func thereAreNoOthers() {
        #expect(RPCError.Reason.allCases.count == 17)
        #expect(RPCError.noSuchEntry(index: 98, count: 12).message == "no entry 99: the queue has 12")
        #expect(RPCError.noSuchEntry(index: .max, count: 12).reason == .noSuchEntry)
    }
}
