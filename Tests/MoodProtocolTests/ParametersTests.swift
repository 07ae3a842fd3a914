import JSON
import Testing

@testable import MoodProtocol

@Suite struct ParametersTests {
    static func parse(_ method: String, _ params: String) -> Result<Parameters, RPCError> {
        let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
        return Array(line.utf8).withUnsafeBytes { line in
            switch Message(line) {
            case .single(.request(let request)): .success(request.parameters)
            case .single(.refused(_, let error)): .failure(error)
            case .batch: .failure(RPCError(.internalError, "a batch"))
            }
        }
    }

    @Test(arguments: ["null", "[]", "[1]", "1", "\"a\"", "true"])
    func parametersAreGivenByName(params: String) throws {
        #expect { try Self.parse("status", params).get() } throws: { error in
            (error as? RPCError)?.code == -32602 && (error as? RPCError)?.parameter == nil
        }
    }

    @Test(arguments: [
        // Unknown, missing, null.
        ("status", #"{"x":1}"#, "x"), ("queue.add", "{}", "items"), ("play", #"{"entry":null}"#, "entry"),
        ("mood.set", "{}", "mood"), ("playlist.get", "{}", "name"), ("events.subscribe", "{}", "topics"),
        // Types and ranges.
        ("play", #"{"entry":0}"#, "entry"), ("play", #"{"entry":4294967296}"#, "entry"),
        ("play", #"{"entry":"1"}"#, "entry"),
        ("play", #"{"index":-1}"#, "index"), ("play", #"{"index":1.5}"#, "index"),
        ("play", #"{"confirm":1}"#, "confirm"),
        ("play", #"{"index":1e300}"#, "index"), ("seek", #"{"position":"1"}"#, "position"),
        ("seek", #"{"position":1e999}"#, "position"), ("seek", #"{"fraction":1.01}"#, "fraction"),
        ("volume", #"{"level":101}"#, "level"), ("volume", #"{"level":-1}"#, "level"),
        ("modes", #"{"repeat":"none"}"#, "repeat"),
        ("modes", #"{"shuffle":"on"}"#, "shuffle"), ("sleep", #"{"after":-1}"#, "after"),
        ("queue.list", #"{"limit":1001}"#, "limit"),
        ("queue.list", #"{"order":"random"}"#, "order"), ("queue.add", #"{"items":"/a"}"#, "items"),
        ("queue.add", #"{"items":[1]}"#, "items"), ("queue.add", #"{"items":[""]}"#, "items"),
        ("queue.add", #"{"items":[{"title":"x"}]}"#, "items"),
        ("queue.add", #"{"items":[{"uri":"/a","disc":"1"}]}"#, "items"),
        ("queue.add", #"{"items":[{"uri":"/a","artists":[1]}]}"#, "items"),
        ("queue.add", #"{"items":[],"at":"first"}"#, "at"),
        ("queue.add", #"{"items":[{"uri":"/a","live":0}]}"#, "items"),
        ("queue.add", #"{"items":[{"uri":"/a","duration":-1}]}"#, "items"),
        ("queue.move", #"{"entries":[1],"at":"end"}"#, "at"), ("queue.sort", #"{"by":"year"}"#, "by"),
        ("queue.remove", #"{"entries":[1,0]}"#, "entries"), ("playlist.save", #"{"name":"a/b"}"#, "name"),
        ("playlist.save", #"{"name":".a"}"#, "name"), ("playlist.save", #"{"name":""}"#, "name"),
        ("playlist.save", #"{"name":"a\u0000"}"#, "name"),
        ("playlist.save", #"{"name":"\#(String(repeating: "é", count: 101))"}"#, "name"),
        ("events.subscribe", #"{"topics":["player","ticks"]}"#, "topics"),
        ("mood.rate", #"{"verdict":"love"}"#, "verdict"),
        // What excludes, and what needs, each other.
        ("play", #"{"entry":1,"index":0}"#, "index"), ("seek", "{}", "position"),
        ("seek", #"{"confirm":true}"#, "position"),
        ("seek", #"{"offset":1,"fraction":0.5}"#, "fraction"), ("volume", #"{"level":1,"change":1}"#, "change"),
        ("queue.remove", "{}", "entries"), ("queue.remove", #"{"from":1}"#, "to"),
        ("queue.remove", #"{"to":1}"#, "from"),
        ("queue.remove", #"{"entries":[1],"to":1}"#, "from"), ("queue.move", #"{"from":1,"to":2}"#, "at"),
    ])
    func aParameterThatIsUnknownMissingOrIllTypedIsNamed(method: String, params: String, parameter: String) throws {
        #expect { try Self.parse(method, params).get() } throws: { error in
            guard let error = error as? RPCError else { return false }
            return error.code == -32602 && error.reasonWord == "invalidParams" && error.parameter == parameter
        }
    }

    @Test(arguments: [
        ("play", "{}"), ("play", #"{"index":3.0,"confirm":false}"#), ("seek", #"{"offset":-10}"#),
        ("seek", #"{"position":-5}"#),
        ("volume", "{}"), ("volume", #"{"change":-150}"#), ("sleep", #"{"after":null}"#), ("sleep", "{}"),
        ("queue.remove", #"{"from":0,"to":4294967295}"#), ("queue.move", #"{"entries":[3,1],"at":"next"}"#),
        ("queue.add", #"{"items":[]}"#), ("mood.set", #"{"mood":null}"#), ("events.unsubscribe", "{}"),
        ("playlist.save", #"{"name":"\#(String(repeating: "é", count: 100))"}"#),
        ("queue.list", #"{"limit":1000,"order":"play"}"#),
    ])
    func whatTheMethodTakesIsTaken(method: String, params: String) {
        #expect(throws: Never.self) { try Self.parse(method, params).get() }
    }

    @Test func aNullIsToldFromWhatIsAbsent() throws {
        let cancelled = try Self.parse("sleep", #"{"after":null,"finishTrack":true}"#).get()
        #expect(cancelled.has("after") && cancelled.isNull("after") && cancelled.number("after") == nil)
        #expect(cancelled.flag("finishTrack") && !cancelled.flag("fade"))
        let asked = try Self.parse("sleep", "{}").get()
        #expect(!asked.has("after") && !asked.isNull("after"))
    }

    @Test func valuesHaveTheirTypes() throws {
        let add = try Self.parse(
            "queue.add",
            #"{"items":["/a",{"uri":"/b","title":"T","artists":["X","Y"],"duration":1.5,"id":7,"album":null}],"at":2,"batch":"w"}"#
        ).get()
        var tagged = Item(uri: "/b")
        tagged.title = "T"
        tagged.artists = ["X", "Y"]
        tagged.duration = 1.5
        #expect(add.items("items") == [Item(uri: "/a"), tagged])
        #expect(add.place("at") == .index(2))
        #expect(add.string("batch") == "w")
        #expect(try Self.parse("queue.move", #"{"entries":[9,4],"at":"next"}"#).get().entries("entries") == [9, 4])
        #expect(try Self.parse("queue.add", #"{"items":[],"at":"end"}"#).get().place("at") == .end)
        #expect(try Self.parse("play", #"{"entry":4294967295}"#).get().entry("entry") == .max)
        let topics = try Self.parse("events.subscribe", #"{"topics":["queue","played"]}"#).get().topics("topics")
        #expect(topics == [Topics(.queue), Topics(.played)])
    }

    @Test func anEntryCanBeSentBackAsAnItem() throws {
        var entry = Entry(id: 3, uri: "/é.mp3", name: "n")
        entry.artists = ["A"]
        entry.track = 2
        var writer = JSONWriter()
        entry.write(to: &writer)
        let params = "{\"items\":[\(String(decoding: writer.bytes, as: UTF8.self))]}"
        let item = try #require(try Self.parse("queue.add", params).get().items("items")?.first)
        #expect(item.uri == "/é.mp3" && item.artists == ["A"] && item.track == 2 && item.title == nil)
    }
}
