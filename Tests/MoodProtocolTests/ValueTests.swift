import JSON
import Testing

@testable import MoodProtocol

private func written(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    body(&writer)
    return writer.bytes
}

private func members(_ bytes: [UInt8]) throws -> [String] {
    try JSONValue(parsing: bytes).object?.members.map(\.name) ?? []
}

@Suite struct ValueTests {
    static var entry: Entry {
        var entry = Entry(id: 7, uri: "/m/é.mp3", name: "A, B - T")
        entry.title = "T \"quoted\"\n"
        entry.artists = ["A", "B"]
        entry.album = "L"
        entry.albumArtist = "V"
        entry.disc = 1
        entry.track = 2
        entry.date = "2004-05"
        entry.genre = "G"
        entry.duration = 241.37
        entry.artwork = "/c.jpg"
        entry.live = true
        entry.unavailable = "gone"
        entry.source = "calm"
        return entry
    }

    static var status: Status {
        var status = Status()
        status.state = .playing
        status.stalled = true
        status.entry = entry
        status.next = Entry(id: 8, uri: "/b", name: "b")
        status.index = 0
        status.queueLength = 2
        status.position = 65.123
        status.positionTime = 1_764_475_140.123
        status.duration = 241.37
        status.buffered = 0.5
        status.bitrate = 192
        status.format = SampleFormat(rate: 44100, channels: 2)
        status.volume = 50
        status.muted = true
        status.modes.repeat = .one
        status.modes.shuffle = true
        status.modes.consume = true
        status.modes.stopAfterCurrent = true
        status.mood = MoodStatus(name: "calm", source: "scan", score: 0.75)
        status.output = OutputInfo(name: "Built-in", state: "connected")
        status.sleepRemaining = 600
        status.error = "e"
        return status
    }

    @Test(arguments: [status, Status()])
    func aStatusHasEveryMemberAndComesBack(status: Status) throws {
        let bytes = written { status.write(to: &$0) }
        #expect(
            try members(bytes)
                == "state stalled entry next index queueLength position positionTime duration buffered bitrate format volume muted repeat shuffle consume stopAfterCurrent mood output sleepRemaining error"
                .split(separator: " ").map(String.init))
        #expect(try JSONReader.read(bytes) { reader throws(JSONError) in try Status(reading: &reader) } == status)
    }

    @Test(arguments: [entry, Entry(id: 1, uri: "u", name: "n")])
    func anEntryHasEveryMemberAndComesBack(entry: Entry) throws {
        let bytes = written { entry.write(to: &$0) }
        #expect(
            try members(bytes)
                == "id uri name title artist artists album albumArtist disc track date genre duration artwork live unavailable source"
                .split(separator: " ").map(String.init))
        #expect(try JSONReader.read(bytes) { reader throws(JSONError) in try Entry(reading: &reader) } == entry)
    }

    @Test func whatIsUnknownIsNullAndNeitherZeroNorEmpty() throws {
        let status = try JSONValue(parsing: written { Status().write(to: &$0) })
        let unknown = [
            "entry", "next", "index", "position", "positionTime", "duration", "buffered", "bitrate", "format", "volume",
            "mood", "output", "sleepRemaining", "error",
        ]
        #expect(unknown.allSatisfy { status[$0]?.isNull == true })
        let entry = try JSONValue(parsing: written { Entry(id: 1, uri: "u", name: "n").write(to: &$0) })
        let tags = [
            "title", "artist", "album", "albumArtist", "disc", "track", "date", "genre", "duration", "artwork",
            "unavailable",
        ]
        #expect(tags.allSatisfy { entry[$0]?.isNull == true })
        #expect(Self.entry.artist == "A, B")
    }

    @Test func theOtherValuesComeBackToo() throws {
        func returns<Value: Equatable>(
            _ value: Value, _ write: (inout JSONWriter) -> Void, _ read: (inout JSONReader) throws(JSONError) -> Value
        ) throws {
            #expect(try JSONReader.read(written(write), read) == value)
        }
        let list = EntryList(entries: [Self.entry], total: 9, version: 3, current: 7)
        try returns(list, { list.write(to: &$0) }) { r throws(JSONError) in try EntryList(reading: &r) }
        var added = AddResult(added: 2, skipped: [.init(item: "/x", reason: "r")], skippedCount: 300, version: 4)
        added.unsupported = [.init(item: "/y", reason: "2 files")]
        try returns(added, { added.write(to: &$0) }) { r throws(JSONError) in try AddResult(reading: &r) }
        let queue = QueueSummary(version: 1, total: 2, current: 3, index: 0)
        try returns(queue, { queue.write(to: &$0) }) { r throws(JSONError) in try QueueSummary(reading: &r) }
        let volume = VolumeStatus(level: nil, muted: true)
        try returns(volume, { volume.write(to: &$0) }) { r throws(JSONError) in try VolumeStatus(reading: &r) }
        let played = PlayedEvent(entry: Self.entry, heard: 3.25, how: .next)
        try returns(played, { played.write(to: &$0) }) { r throws(JSONError) in try PlayedEvent(reading: &r) }
        let fault = ErrorEvent(reason: .unplayable, message: "m", entry: nil)
        try returns(fault, { fault.write(to: &$0) }) { r throws(JSONError) in try ErrorEvent(reading: &r) }
        let info = ServerInfo(instance: "i", pid: 5, uptime: 1.5, capabilities: ["mp3"], faults: ["f"])
        try returns(info, { info.write(to: &$0) }) { r throws(JSONError) in try ServerInfo(reading: &r) }
        let reload = ReloadResult(changed: ["a"], restartNeeded: ["b"], faults: ["c"])
        try returns(reload, { reload.write(to: &$0) }) { r throws(JSONError) in try ReloadResult(reading: &r) }
        let playlist = PlaylistInfo(name: "n", count: 2, modified: 1_764_475_140)
        try returns(playlist, { playlist.write(to: &$0) }) { r throws(JSONError) in try PlaylistInfo(reading: &r) }
    }

    @Test func atMostAHundredSkippedItemsAreNamed() throws {
        let skipped = (0..<150).map { AddResult.Skipped(item: "\($0)", reason: "r") }
        let value = try JSONValue(parsing: written { AddResult(skipped: skipped, skippedCount: 150).write(to: &$0) })
        #expect(value["skipped"]?.array?.count == 100 && value["skippedCount"]?.integer == 150)
    }

    @Test func membersOfANewerDaemonArePassedOver() throws {
        let text =
            #"{"new":{"a":[1]},"state":"dancing","volume":30,"entry":{"id":1,"mood":["x"],"uri":"u","name":"n"}}"#
        let status = try JSONReader.read(Array(text.utf8)) { r throws(JSONError) in try Status(reading: &r) }
        #expect(status.volume == 30 && status.entry == Entry(id: 1, uri: "u", name: "n") && status.state == .stopped)
    }
}

@Suite struct WireTests {
    @Test func anEventIsWrittenAndReadAsTheInterfaceHasIt() throws {
        let bytes = written { writer in
            writer.beginEvent(.player, sequence: 42)
            writer.null()
            writer.endEvent()
        }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"jsonrpc":"2.0","method":"event.player","params":{"sequence":42,"value":null}}"# + "\n")
        try bytes.withUnsafeBytes { line in
            guard case .event(.player, sequence: 42, let value) = try ServerMessage(line) else {
                return #expect(Bool(false))
            }
            #expect(value.elementsEqual("null".utf8))
        }
    }

    @Test func aRequestIsWrittenAsItIsUnderstood() throws {
        let bytes = written { writer in
            writer.beginRequest(3, .seek)
            writer.beginObject()
            writer.member("offset", thousandths: -10)
            writer.endObject()
            writer.endRequest()
        }
        #expect(answer(bytes) == #"{"jsonrpc":"2.0","id":3,"result":true}"#)
        #expect(answer(written { $0.request(4, .status) }) == #"{"jsonrpc":"2.0","id":4,"result":true}"#)
    }

    @Test(arguments: [
        (#"{"jsonrpc":"2.0","id":1,"result":{"a":[]}}"#, #"result 1 {"a":[]}"#),
        (#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#, "failure -32700 m"),
        (#"{"jsonrpc":"2.0","method":"event.tomorrow","params":{"sequence":1,"value":1}}"#, "unknown"),
        (
            #"{"jsonrpc":"2.0","method":"event.server","params":{"value":{"state":"exiting"},"sequence":9,"x":1}}"#,
            #"event server 9 {"state":"exiting"}"#
        ),
        ("{}", "unknown"),
    ])
    func aLineOfTheDaemonIsTold(line: String, expected: String) throws {
        let told = try Array(line.utf8).withUnsafeBytes { line in
            switch try ServerMessage(line) {
            case .result(id: .integer(let id), let value): "result \(id) \(String(decoding: value, as: UTF8.self))"
            case .result: "result"
            case .failure(id: _, let error): "failure \(error.code) \(error.message)"
            case .event(let topic, let sequence, let value):
                "event \(topic.name) \(sequence) \(String(decoding: value, as: UTF8.self))"
            case .unknown: "unknown"
            }
        }
        #expect(told == expected)
    }

    @Test func theOutcomeOfAScanIsReadAsItIsWritten() throws {
        var scores = MoodScores()
        scores["happy"] = 0.25
        scores["angry"] = 0.5
        scores["surprise"] = 0.9
        #expect(scores.strongest == ("angry", 0.5) && scores["surprise"] == nil)
        for result in [ScanResult(mood: "angry", scores: scores), ScanResult(mood: nil, scores: scores)] {
            let bytes = written { result.write(to: &$0) }
            #expect(try members(bytes) == ["mood", "uncertain", "score", "scores"])
            let read = try JSONReader.read(bytes) { (reader) throws(JSONError) in try ScanResult(reading: &reader) }
            #expect(read == result)
        }
    }
}
